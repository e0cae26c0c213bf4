import Mustache
enum P {}
