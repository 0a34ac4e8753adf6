@_exported import CaseKeyPaths
@_exported import CustomDump
@_exported import DependencyInjection
@_exported import IdentifiedArrays
@_exported import IssueReporting
@_exported import OrderedCollections
@_exported import Prompts
@_exported import Sharing
