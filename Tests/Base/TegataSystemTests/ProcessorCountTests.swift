import CTegataSystem
import Foundation
import TegataSystem
import Testing

/// A file-system root that contains control groups.
private struct FakeSystem: ~Copyable {
    let root: URL

    init(_ files: [String: String]) throws {
        root = FileManager.default.temporaryDirectory.appending(path: "groups-\(UUID().uuidString)")
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: false, encoding: .utf8)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    var quota: Int { tegata_processor_quota(root.path) }
}

@Suite struct ProcessorCountTests {
    @Test func reportsAtLeastOneProcessor() {
        #expect(ProcessorCount.available >= 1)
    }

    @Test func readsQuotasOfControlGroupsVersion2() throws {
        let group = ["proc/self/cgroup": "0::/a/b\n"]
        func quota(_ files: [String: String]) throws -> Int {
            try FakeSystem(group.merging(files) { $1 }).quota
        }
        #expect(try quota([:]) == 0)
        #expect(try quota(["sys/fs/cgroup/a/b/cpu.max": "max 100000\n"]) == 0)
        #expect(try quota(["sys/fs/cgroup/a/b/cpu.max": "150000 100000\n"]) == 1500)
        #expect(try quota(["sys/fs/cgroup/a/b/cpu.max": "1 100000\n"]) == 1)
        // A parent group may set a lower quota. In a container, only the host knows the group's path.
        let nested = ["sys/fs/cgroup/a/b/cpu.max": "300000 100000\n", "sys/fs/cgroup/a/cpu.max": "200000 100000\n"]
        #expect(try quota(nested) == 2000)
        #expect(try quota(["sys/fs/cgroup/cpu.max": "100000 100000\n"]) == 1000)
        #expect(try quota(["sys/fs/cgroup/a/b/cpu.max": "nonsense"]) == 0)
    }

    @Test func readsQuotasOfControlGroupsVersion1() throws {
        let files = [
            "proc/self/cgroup": "4:memory:/m\n3:cpu,cpuacct:/a\n2:cpuset:/b\n0::/\n",
            "sys/fs/cgroup/cpu/a/cpu.cfs_quota_us": "250000\n", "sys/fs/cgroup/cpu/a/cpu.cfs_period_us": "100000\n",
            "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
        ]
        #expect(try FakeSystem(files).quota == 2500)
    }

    @Test func reportsNoQuotaWithoutControlGroups() throws {
        #expect(try FakeSystem(["proc/self/cgroup": ""]).quota == 0)
        #expect(try FakeSystem(["proc/self/cgroup": "no group\n:\n::\n"]).quota == 0)
        #expect(tegata_processor_quota("/nowhere") == 0)
    }
}
