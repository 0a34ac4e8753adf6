@_exported import Prompts
