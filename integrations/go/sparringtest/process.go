package sparringtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// process is the process of a server, which ends when its input is closed: at the latest, with this process.
type process struct {
	name  string
	limit time.Duration
	// The operating system closes the input at the end of this process. Without the reference, the garbage collector would.
	input   io.Closer
	command *exec.Cmd
	// line gets the line of JSON; it is closed at the end of the output.
	line      chan []byte
	errorsEnd chan struct{}
	ended     chan struct{}

	mutex sync.Mutex
	last  []string
}

// findCommand returns the words of the command, before those of serve.
func findCommand() ([]string, error) {
	if chosen := os.Getenv("SPARRING_COMMAND"); chosen != "" {
		if strings.HasPrefix(strings.TrimSpace(chosen), "[") {
			var words []string
			if json.Unmarshal([]byte(chosen), &words) != nil || len(words) == 0 {
				return nil, failf("SPARRING_COMMAND is no list of texts in JSON.")
			}
			return words, nil
		}
		if info, err := os.Stat(chosen); err == nil && !info.IsDir() {
			return []string{chosen}, nil
		}
		return strings.Fields(chosen), nil
	}
	if found, err := exec.LookPath("sparring"); err == nil {
		return []string{found}, nil
	}
	if found, err := exec.LookPath("npx"); err == nil {
		return []string{found, "--yes", "sparring@~" + minor(version) + ".0"}, nil
	}
	folders := 0
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if folder != "" {
			folders++
		}
	}
	return nil, failf(`Sparring was not found. Run "npm install --save-dev sparring", put the executable "sparring" on the PATH, `+
		`or set SPARRING_COMMAND or SPARRING_URL. Searched: PATH (%d folders), npx (not found).`, folders)
}

func startProcess(words []string) (*process, error) {
	if len(words) == 0 {
		return nil, failf("SPARRING_COMMAND is empty.")
	}
	p := &process{
		name: words[0], limit: 30 * time.Second,
		line: make(chan []byte, 1), errorsEnd: make(chan struct{}), ended: make(chan struct{}),
	}
	if base := filepath.Base(p.name); strings.TrimSuffix(base, filepath.Ext(base)) == "npx" {
		p.limit = 120 * time.Second
	}
	if seconds, err := strconv.ParseFloat(os.Getenv("SPARRING_START_TIMEOUT"), 64); err == nil {
		p.limit = time.Duration(seconds * float64(time.Second))
	}
	arguments := append(append([]string{}, words[1:]...), "serve", "--print", "json", "--until-stdin-closes")
	p.command = exec.Command(p.name, arguments...)
	input, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	p.input = input
	output, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	errorOutput, err := p.command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, failf("%s cannot be started: %v", p.name, err)
	}
	go p.readOutput(bufio.NewReader(output))
	go p.readErrors(bufio.NewReader(errorOutput))
	go func() {
		defer close(p.ended)
		// Not Wait of the command, which closes the pipes before they are read.
		p.command.ProcessState, _ = p.command.Process.Wait()
	}()
	return p, nil
}

func (p *process) readOutput(output *bufio.Reader) {
	defer close(p.line)
	for {
		line, err := output.ReadString('\n')
		if strings.HasPrefix(line, `{"sparring"`) {
			p.line <- []byte(line)
			_, _ = io.Copy(io.Discard, output)
			return
		}
		if err != nil {
			return
		}
	}
}

func (p *process) readErrors(output *bufio.Reader) {
	defer close(p.errorsEnd)
	for {
		line, err := output.ReadString('\n')
		if err != nil {
			return
		}
		p.mutex.Lock()
		p.last = append(p.last, strings.TrimRight(line, "\r\n"))
		if len(p.last) > 200 {
			p.last = p.last[1:]
		}
		p.mutex.Unlock()
	}
}

// readLine returns the line of JSON, or the error that the server has printed in its place.
func (p *process) readLine() ([]byte, error) {
	select {
	case line, ok := <-p.line:
		if ok {
			return line, nil
		}
	case <-time.After(p.limit):
		return nil, failf("%s printed no line of JSON in %g s.%s", p.name, p.limit.Seconds(), p.lastLines())
	}
	end := p.describeEnd()
	var problem struct{ Error struct{ Message string } }
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.last) > 0 && json.Unmarshal([]byte(p.last[len(p.last)-1]), &problem) == nil && problem.Error.Message != "" {
		return nil, failure(problem.Error.Message)
	}
	if end == "" {
		end = p.name + " closed its output."
	}
	return nil, failure(end)
}

// describeEnd returns a sentence with the exit status and the last lines; an empty text while the process runs.
func (p *process) describeEnd() string {
	if !closesWithin(p.ended, time.Second) {
		return ""
	}
	closesWithin(p.errorsEnd, time.Second)
	return fmt.Sprintf("The server has ended: %s. Its command: %s.%s", p.command.ProcessState, p.name, p.lastLines())
}

func (p *process) lastLines() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	text := ""
	for index, line := range p.last {
		if index >= len(p.last)-20 {
			text += "\n  " + line
		}
	}
	return text
}

func (p *process) stop() {
	_ = p.input.Close()
	if !closesWithin(p.ended, time.Second) {
		_ = p.command.Process.Kill()
		<-p.ended
	}
}

func closesWithin(channel <-chan struct{}, limit time.Duration) bool {
	select {
	case <-channel:
		return true
	case <-time.After(limit):
		return false
	}
}
