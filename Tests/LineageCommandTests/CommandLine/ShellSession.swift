// Other systems can't run processes.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @testable import LineageCommand

  /// Shells that run in a folder with a few files and have loaded the completions of a program.
  final class ShellSession {
    private let table: CommandTable
    /// Contains the scripts and the folder where the shells run.
    private let folder: URL

    init(_ table: CommandTable) throws {
      self.table = table
      folder = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID())")
      for name in ["work/old backups", "work/sub", "path"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      for name in ["a poem.json", "b.json"] {
        try Data().write(to: folder.appending(path: "work/\(name)"))
      }
      for shell in Shell.allCases {
        try write(table.completions(for: shell), to: "script.\(shell)")
      }
    }

    deinit {
      try? FileManager.default.removeItem(at: folder)
    }

    static func isInstalled(_ shell: Shell) -> Bool {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return path.split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
      }
    }

    func script(for shell: Shell) -> String {
      folder.appending(path: "script.\(shell)").path
    }

    // MARK: - Completions of a line

    /// Calls the function as bash does, after splitting the line at spaces and equals signs. What readline
    /// would add for the options that the function turned on is added by `compgen`.
    func bash(_ line: String) throws -> Set<String> {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).flatMap { word in
        guard let end = word.firstIndex(of: "=") else { return [String(word)] }
        return [String(word[..<end]), "=", String(word[word.index(after: end)...])]
      }
      let program = #"""
        source "$1"; shift
        function="$1"; shift
        options=''
        compopt() { options="$2"; }
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        "$function"
        current="${COMP_WORDS[COMP_CWORD]}"
        for reply in "${COMPREPLY[@]}"; do eval "printf '%s\n' $reply"; done
        case "$options" in
          default)
            [[ $current == '=' ]] && current=''
            compgen -f -- "$current" | while IFS= read -r path; do
              if [[ -d $path ]]; then echo "$path/"; else echo "$path"; fi
            done ;;
          plusdirs) compgen -d -- "$current" | sed 's|$|/|' ;;
        esac
        """#
      let function = Shell.functionName(for: table.name)
      return lines(
        try run(.bash, ["-c", program, "bash", script(for: .bash), function] + words))
    }

    func fish(_ line: String) throws -> Set<String> {
      let program = "source $argv[1]; complete -C $argv[2]"
      let output = try run(.fish, ["--no-config", "-c", program, script(for: .fish), line])
      // The description follows a tab.
      return Set(lines(output).map { String($0.prefix { $0 != "\t" }) })
    }

    /// Types the lines in a terminal, and records the matches that zsh would offer for each.
    ///
    /// If the script isn't sourced, it is in a folder of `$fpath`, where zsh finds it by its first line.
    func zsh(_ lines: [String], autoloads: Bool = false) throws -> [Set<String>] {
      let matches = folder.appending(path: "matches").path
      try write(table.completions(for: .zsh), to: "path/_\(table.name)")
      try write(
        #"""
        matches='\#(matches)'
        \#(autoloads ? "fpath=('\(folder.path)/path' $fpath)" : "")
        autoload -Uz compinit
        compinit -u -D
        \#(autoloads ? "" : "source '\(script(for: .zsh))'")
        compadd() {
          # With these options, completion functions collect matches instead of offering them.
          if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
            builtin compadd "$@"
            return
          fi
          local -a found
          local -a suffix
          builtin compadd -O found "$@"
          local match
          for match in $found; do
            [[ -d ${(Q)match} ]] && match+=/
            print -r -- "${(Q)match}" >> $matches
          done
          builtin compadd "$@"
        }
        offer() {
          _main_complete
          compstate[insert]='' compstate[list]=''
          print -r -- '<end>' >> $matches
          print -r -- '<end>'
        }
        zle -C offer complete-word offer
        bindkey -e
        bindkey '^I' offer
        print -r -- '<ready>'
        """#, to: "setup.zsh")
      let program = #"""
        zmodload zsh/zpty
        setup=$1; shift
        zpty terminal zsh -f -i
        zpty -w terminal "source '$setup'"
        zpty -r terminal output '*<ready>*'
        for line in "$@"; do
          zpty -w -n terminal $'\C-u'"$line"$'\t'
          zpty -r terminal output '*<end>*'
        done
        zpty -d terminal
        """#
      _ = try run(
        .zsh, ["-f", "-c", program, "zsh", folder.appending(path: "setup.zsh").path] + lines)
      let recorded = try String(contentsOfFile: matches, encoding: .utf8)
      return recorded.components(separatedBy: "<end>\n").dropLast().map(self.lines)
    }

    // MARK: - Processes

    /// Runs a shell and returns what it prints. One that hangs is ended, which fails the test.
    func run(_ shell: Shell, _ arguments: [String]) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [shell.rawValue] + arguments
      process.currentDirectoryURL = folder.appending(path: "work")
      process.environment = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": folder.path,
        "LC_ALL": "C.UTF-8", "TERM": "dumb",
      ]
      let output = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let stop = DispatchWorkItem { process.terminate() }
      DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: stop)
      defer { stop.cancel() }
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }

    private func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func lines(_ output: String) -> Set<String> {
      Set(output.split(separator: "\n").map(String.init))
    }
  }
#endif
