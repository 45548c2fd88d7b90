// error: cannot convert value of type 'String' to expected argument type 'Int'
import Lineage

func path(of key: String) -> FieldPath { "plants.\(key)" }
