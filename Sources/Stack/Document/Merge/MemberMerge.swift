// An object of ours and the same one of theirs, merged key by key.

/// The members of an object, merged key by key, as changes of ours.
struct MemberMerge {
  /// What becomes of a key.
  enum Decision {
    case choice(Choice)
    /// A value that neither side has like this; `nil` for none.
    case value([Piece]?)
  }

  private let base: MergeObject?
  private let ours: MergeObject
  private let theirs: MergeObject
  /// What our object is to hold: ours in their order, and behind them what only theirs has.
  private(set) var parts: [Container.Part] = []
  /// The keys that need both values; ours stand here.
  private(set) var conflicts: [Meaning] = []
  /// Whether anything of ours is different now.
  private(set) var isChanged = false

  /// - Parameters:
  ///   - base: What both were once; `nil` if nobody knows.
  ///   - layout: How what comes from theirs is laid out.
  ///   - decide: Decides about the keys that are no matter of their own values alone.
  init(
    base: MergeObject?, ours: MergeObject, theirs: MergeObject, _ layout: Relayout,
    deciding decide: (SchemaKey?) -> Decision?
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    for key in ours.keys + theirs.keys.filter({ ours.index(of: $0) == nil }) {
      let our = ours.index(of: key)
      let their = theirs[key]
      let value: [Piece]?
      switch decide(our.flatMap { ours.container[$0].key } ?? their?.key) ?? decision(key, their?.key) {
      case .choice(.ours), .choice(.both):
      case .choice(.theirs): value = their.map { [.new(layout.relaid($0.value, of: theirs.text))] }
      case .value(let pieces): value = pieces
      }
    }
  }
}
