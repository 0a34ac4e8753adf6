@_exported import Bindings
@_exported import CaseKeyPaths
@_exported import PerceptionCore
@_exported import Prompts
