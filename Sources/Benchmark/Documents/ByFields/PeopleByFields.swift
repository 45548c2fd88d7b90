import LineageMacros

/// `People`, annotated.
@Document(version: 1)
struct PeopleByFields: Equatable {
  var id: Int
  var jsonrpc: String
  var total: Int
  var result: [Person]

  @Fillable
  struct Person: Equatable {
    var id: Int
    var avatar: String
    var age: Int
    var admin: Bool
    var name: String
    var company: String
    var phone: String
    var email: String
    var birthDate: String
    var friends: [Friend]
    var field: String
  }

  @Fillable
  struct Friend: Equatable {
    var id: Int
    var name: String
    var phone: String
  }
}
