@_exported import CaseKeyPaths
