import Testing

/// What `@ObservationStateTracked` generates for one property.
@Suite struct ObservationStateTrackedTests {
  @Test func `storage and accessors that observe it`() {
    expectExpansion(
      """
      struct State {
        @ObservationStateTracked var count = 0
      }
      """,
      to: """
        struct State {
          var count {
          @storageRestrictions(initializes: _count)
          init(initialValue) {
            _count = initialValue
          }
          get {
            _$observationRegistrar.access(_$Property.count)
            return _count
          }
          set {
            _$observationRegistrar.mutate(_$Property.count, &_count, newValue)
          }
          _modify {
            let token = (_$observationRegistrar.willModify(_$Property.count, &_count), ())
            defer {
              _$observationRegistrar.didModify(_$Property.count, &_count, token.0)
            }
            yield &_count
          }
          }

          @ComposableArchitecture.ObservationStateIgnored
          private var _count = 0
        }
        """
    )
  }

  @Test func `a property without a value has storage without a value`() {
    expectExpansion(
      """
      struct State {
        @ObservationStateTracked public private(set) var name: String
      }
      """,
      to: """
        struct State {
          public private(set) var name: String {
          @storageRestrictions(initializes: _name)
          init(initialValue) {
            _name = initialValue
          }
          get {
            _$observationRegistrar.access(_$Property.name)
            return _name
          }
          set {
            _$observationRegistrar.mutate(_$Property.name, &_name, newValue)
          }
          _modify {
            let token = (_$observationRegistrar.willModify(_$Property.name, &_name), ())
            defer {
              _$observationRegistrar.didModify(_$Property.name, &_name, token.0)
            }
            yield &_name
          }
          }

          @ComposableArchitecture.ObservationStateIgnored
          private var _name: String
        }
        """
    )
  }

  @Test func `the storage of a name in backticks has no backticks`() {
    expectExpansion(
      """
      struct State {
        @ObservationStateTracked var `default`: Int
      }
      """,
      to: """
        struct State {
          var `default`: Int {
          @storageRestrictions(initializes: _default)
          init(initialValue) {
            _default = initialValue
          }
          get {
            _$observationRegistrar.access(_$Property.`default`)
            return _default
          }
          set {
            _$observationRegistrar.mutate(_$Property.`default`, &_default, newValue)
          }
          _modify {
            let token = (_$observationRegistrar.willModify(_$Property.`default`, &_default), ())
            defer {
              _$observationRegistrar.didModify(_$Property.`default`, &_default, token.0)
            }
            yield &_default
          }
          }

          @ComposableArchitecture.ObservationStateIgnored
          private var _default: Int
        }
        """
    )
  }

  @Test func `property observers move to the storage, use its name, and run once a change`() {
    expectExpansion(
      """
      struct State {
        @ObservationStateTracked var count = 0 {
          willSet { print(count, newValue) }
          didSet {
            if count > 10 { self.count = 10 }
            other.count += oldValue
          }
        }
      }
      """,
      to: """
        struct State {
          var count {
            willSet { print(count, newValue) }
            didSet {
              if count > 10 { self.count = 10 }
              other.count += oldValue
            }
            @storageRestrictions(initializes: _count)
            init(initialValue) {
              _count = initialValue
            }

            get {
              _$observationRegistrar.access(_$Property.count)
              return _count
            }

            set {
              var value = _count
              _$observationRegistrar.mutate(_$Property.count, &value, newValue)
              _count = value
            }
          }

          @ComposableArchitecture.ObservationStateIgnored
          private var _count = 0 {
              willSet { print(_count, newValue) }
              didSet {
                if _count > 10 { self._count = 10 }
                other.count += oldValue
              }
            }
        }
        """
    )
  }

  @Test func `a local name in a property observer is not renamed`() {
    expectExpansion(
      """
      struct State {
        @ObservationStateTracked var count: Int? {
          didSet {
            if let count { print(count) }
            self.count = nil
          }
        }
      }
      """,
      to: """
        struct State {
          var count: Int? {
            didSet {
              if let count { print(count) }
              self.count = nil
            }
            @storageRestrictions(initializes: _count)
            init(initialValue) {
              _count = initialValue
            }

            get {
              _$observationRegistrar.access(_$Property.count)
              return _count
            }

            set {
              var value = _count
              _$observationRegistrar.mutate(_$Property.count, &value, newValue)
              _count = value
            }
          }

          @ComposableArchitecture.ObservationStateIgnored
          private var _count: Int? {
              didSet {
                if let count { print(count) }
                self._count = nil
              }
            }
        }
        """
    )
  }

  @Test func `constants and computed variables are not changed`() {
    expectExpansion(
      """
      struct State {
        @ObservationStateTracked let id = 0
        @ObservationStateTracked var double: Int { 2 }
      }
      """,
      to: """
        struct State {
          let id = 0
          var double: Int { 2 }
        }
        """
    )
  }
}
