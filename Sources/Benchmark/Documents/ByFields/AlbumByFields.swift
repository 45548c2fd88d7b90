import LineageMacros

/// `Album`, annotated.
@Document(version: 1)
struct AlbumByFields: Equatable {
  var title: String
  var owner: String
  var pages: [Page]

  @Fillable
  struct Page: Equatable {
    var id: Int
    var heading: String
    var pictures: [Picture]
  }

  @Fillable
  struct Picture: Equatable {
    var id: Int
    var file: String
    var caption: String?
    var width: Int
    var height: Int
    var isFavourite: Bool
    var marks: [Mark]
  }

  @Fillable
  struct Mark: Equatable {
    var x: Double
    var y: Double
    var label: String
  }
}
