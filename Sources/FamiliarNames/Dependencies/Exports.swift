@_exported import DependencyInjection
