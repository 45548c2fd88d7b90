import LineageMacros

@Fillable enum Kind { case a }
