import TegataHands
import Testing

@Suite struct PipelineOptionTests {
    @Test func hasUniqueNames() {
        let names = PipelineOption.all.map(\.name)
        let arguments = PipelineOption.all.compactMap { $0.argument?.name }
        #expect(Set(names).count == names.count && Set(arguments).count == arguments.count)
        for name in names { #expect(name.wholeMatch(of: /[a-z_]+/) != nil) }
        for name in arguments { #expect(name.wholeMatch(of: /--[a-z-]+/) != nil) }
    }

    @Test func hasPlaceholdersForNumbersOnly() {
        for option in PipelineOption.all {
            guard let argument = option.argument else { continue }
            if case .flag = option.value {
                #expect(argument.placeholder.isEmpty, "\(option.name)")
            } else {
                #expect(!argument.placeholder.isEmpty, "\(option.name)")
            }
            #expect(!argument.summary.isEmpty && !argument.summary.contains("default"), "\(option.name)")
        }
    }

    /// By default, flags are off and numbers are within their ranges. Changing one option changes no other.
    @Test func hasValidDefaultsAndIndependentOptions() {
        for option in PipelineOption.all {
            let usual = HandPipelineOptions()
            var changed = usual
            switch option.value {
            case .flag(let access): access(&changed) { $0.toggle() }
            case .integer(let range, let access):
                access(&changed) { value in
                    #expect(range.contains(value), "\(option.name)")
                    value += 1
                }
            case .number(let range, let access):
                access(&changed) { value in
                    #expect(range.contains(value), "\(option.name)")
                    value /= 2
                }
            }
            #expect(changed != usual, "\(option.name)")
            for other in PipelineOption.all where other != option {
                #expect(other.text(changed) == other.text(usual), "\(option.name), \(other.name)")
            }
        }
    }

    @Test func rejectsValuesOutOfRange() {
        for option in PipelineOption.all {
            for change in option.impossibleChanges {
                let error = #expect(throws: HandPipelineError.self) {
                    _ = try FakeNetworks().pipeline {
                        $0.search.area = .tiles
                        change(&$0)
                    }
                }
                guard case .outOfRange(let complaint) = error else {
                    Issue.record("\(option.name)")
                    continue
                }
                #expect(complaint.wholeMatch(of: /the [a-z ]+ is [-.0-9a-z]+( [a-z]+)?; (it must|ask for) .+/) != nil)
                for bound in option.bounds { #expect(complaint.hasSuffix(bound) || complaint.contains("\(bound) and")) }
            }
        }
    }
}

extension PipelineOption {
    fileprivate func text(_ options: HandPipelineOptions) -> String {
        var (options, text) = (options, "")
        switch value {
        case .flag(let access): access(&options) { text = "\($0)" }
        case .integer(_, let access): access(&options) { text = "\($0)" }
        case .number(_, let access): access(&options) { text = "\($0)" }
        }
        return text
    }

    /// The bounds as written in error messages.
    fileprivate var bounds: [String] {
        switch value {
        case .flag: []
        case .integer(let range, _) where range == 0...(.max): ["negative"]
        case .integer(let range, _) where range.upperBound == .max: ["at least \(range.lowerBound)"]
        case .integer(let range, _): ["between \(range.lowerBound)", " \(range.upperBound)"]
        case .number(let range, _):
            ["between \(Int(range.lowerBound))", range.upperBound == 1 ? " 1" : " \(range.upperBound)"]
        }
    }

    /// Changes that set the option to the first values outside its range.
    fileprivate var impossibleChanges: [(inout HandPipelineOptions) -> Void] {
        switch value {
        case .flag: return []
        case .integer(let range, let access):
            let above = range.upperBound == .max ? [] : [range.upperBound + 1]
            return ([range.lowerBound - 1] + above).map { wrong in { access(&$0) { $0 = wrong } } }
        case .number(let range, let access):
            return [range.lowerBound.nextDown, range.upperBound.nextUp, .nan].map { wrong in
                { access(&$0) { $0 = wrong } }
            }
        }
    }
}
