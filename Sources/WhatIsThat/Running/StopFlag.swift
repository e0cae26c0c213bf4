typealias StopFlag = Interruption
