import TegataReport
import TegataTraining
import Testing

/// The report on a classifier.
struct ClassifierPageTests {
    private static func page(_ change: (inout ClassifierAssessment) -> Void) -> String {
        var assessment = ClassifierAssessment(title: "<poses>", labels: ["rock & roll", "none"], background: 1)
        assessment.metrics = ClassifierMetrics(labels: [0, 0, 0, 1], predictions: [0, 0, 1, 1], labelCount: 2)
        assessment.unnamed = [1, 1]
        change(&assessment)
        return String(decoding: ClassifierPage.bytes(assessment), as: UTF8.self)
    }

    @Test func escapesNames() {
        let page = Self.page { $0.notices = ["a <b>.png"] }
        #expect(page.contains("<title>&lt;poses&gt;</title>"))
        #expect(page.contains("<span>rock &amp; roll</span>"))
        #expect(page.contains("<li>a &lt;b&gt;.png</li>"))
        #expect(!page.contains("<script") && page.contains("default-src 'none'"))
    }

    @Test func showsTheNumbersOfTheAssessment() {
        let page = Self.page { $0.calibrationError = 0.125 }
        #expect(page.contains("<b>75 %</b> right"))
        #expect(page.contains("<b>0.733</b> macro F1"))
        #expect(page.contains("<b>33.3 %</b> answered with no class"))
        #expect(page.contains("<b>12.5 %</b> calibration error"))
        #expect(page.contains("<td class=\"wrong\" style=\"--share:33%\">1</td>"))
    }

    @Test func reportsHandsFoundOnlyByAHarderSearch() {
        let page = Self.page { $0.foundLateCount = 2 }
        #expect(page.contains("2 of these hands are found only by a more thorough search, which recognize does not do"))
        #expect(page.contains("right: of 4 hands, those whose most likely class is their label"))
        #expect(!Self.page { _ in }.contains("more thorough search"))
    }

    @Test func drawsCurvesOfTheTrainingReports() {
        let page = Self.page { assessment in
            assessment.history = [
                TrainingProgress(phase: .training, done: 10, total: 20, loss: 2, accuracy: 0.5),
                TrainingProgress(phase: .evaluating, done: 1, total: 5),
                TrainingProgress(phase: .training, done: 20, total: 20, loss: 1, accuracy: 1, validationLoss: 0.5),
            ]
        }
        #expect(page.contains("<path class=\"curve first\" d=\"M248 8L452 87\"/>"))
        #expect(page.contains("20 iterations") && page.contains("<circle class=\"second\""))
    }

    @Test func showsImagesOfMistakes() {
        let page = Self.page { assessment in
            assessment.mistakes = [
                .init(
                    source: "a.jpg", item: 0, hand: 0, label: "rock & roll", result: "none", confidence: 0.97,
                    labelProbability: 0.01, isSuspect: true, picture: [1, 2, 3]),
                .init(
                    source: "b.jpg", item: 1, hand: 0, label: "none", result: "rock & roll", confidence: 0.6,
                    labelProbability: 0.4, isSuspect: false),
            ]
        }
        #expect(page.contains("<h2>Likely mislabelled</h2>") && page.contains("<h2>Wrong results</h2>"))
        #expect(page.contains("src=\"data:image/jpeg;base64,AQID\""))
        #expect(page.contains("classified as <b>none</b> with 97 %<small>a.jpg</small>"))
    }

    @Test func countsOtherLabelsAsUnknown() {
        let assessment = {
            var assessment = ClassifierAssessment(title: "", labels: ["a", "none"], background: 1)
            assessment.metrics = ClassifierMetrics(labels: [0, 0, 1], predictions: [0, 0, 1], labelCount: 2)
            assessment.unnamed = [1, 1]
            assessment.foreign = [.init(label: "x", count: 2, unnamed: 2)]
            return assessment
        }()
        #expect(assessment.unknownShare == 0.75)
        #expect(ClassifierAssessment(title: "", labels: [], background: nil).unknownShare == nil)
    }
}
