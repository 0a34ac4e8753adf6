@_exported import Tables
