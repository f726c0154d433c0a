package contract

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sparring.example/integrations/go/sparringtest"
)

// words are those of the command under test.
func words(t *testing.T) (found []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(os.Getenv("SPARRING_COMMAND")), &found); err != nil {
		t.Fatal("SPARRING_COMMAND is no list: ", err)
	}
	return found
}

// script creates an executable of sh.
func script(t *testing.T, file, source string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+source), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// wrapper creates an executable that records its words and its process, drops the first words, and then is the command
// under test with further words at the end.
func wrapper(t *testing.T, file string, drop int, further string) string {
	t.Helper()
	folder := filepath.Dir(file)
	command := "'" + strings.Join(words(t), "' '") + "'"
	return script(t, file, fmt.Sprintf("echo $$ >'%s/pid'\necho \"$@\" >>'%s/words'\nshift %d\nexec %s \"$@\" %s\n",
		folder, folder, drop, command, further))
}

// recording creates an executable that is the command under test with the most log, and records what the server prints.
func recording(t *testing.T, file string) string {
	t.Helper()
	folder := filepath.Dir(file)
	command := "'" + strings.Join(words(t), "' '") + "'"
	return script(t, file, fmt.Sprintf("%s \"$@\" --log-level debug --log-requests 2>'%s/log' | tee '%s/line'\n", command, folder, folder))
}

// run is an inner run of a test of inner_test.go, in a process of its own.
func run(t *testing.T, name string, variables ...string) (output string, passed bool) {
	t.Helper()
	content, err := innerCommand(t, name, variables...).CombinedOutput()
	return string(content), err == nil
}

func innerCommand(t *testing.T, name string, variables ...string) *exec.Cmd {
	t.Helper()
	file, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(file, "-test.run=^TestInner$", "-test.v")
	for _, each := range os.Environ() {
		if !strings.HasPrefix(each, "SPARRING_") {
			command.Env = append(command.Env, each)
		}
	}
	command.Env = append(append(command.Env, "INNER="+name), variables...)
	return command
}

func expectText(t *testing.T, output string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(output, text) {
			t.Errorf("%q is not in:\n%s", text, output)
		}
	}
}

// startedServer is a server that the integration has not started.
type startedServer struct{ URL, Token string }

// startServer returns the server of SPARRING_URL; without it, one that the test starts itself.
func startServer(t *testing.T) (server startedServer) {
	t.Helper()
	if url := os.Getenv("SPARRING_URL"); url != "" {
		return startedServer{url, os.Getenv("SPARRING_CONTROL_TOKEN")}
	}
	command := words(t)
	process := exec.Command(command[0], append(command[1:], "serve", "--print", "json", "--until-stdin-closes")...)
	input, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		input.Close()
		process.Wait()
	})
	if err := json.NewDecoder(bufio.NewReader(output)).Decode(&server); err != nil {
		t.Fatal(err)
	}
	return server
}

func (s startedServer) variables() []string {
	return []string{"SPARRING_URL=" + s.URL, "SPARRING_CONTROL_TOKEN=" + s.Token, "PATH=/nothing"}
}

// hasPath tells whether the URL of a part of the server has a path, because the server opens no ports for bins.
func hasPath(srv *sparringtest.Server) bool { return strings.Contains(srv.URL, "/bin/") }

// outerServer has the variables with which an inner run uses the server of this run, or the command under test.
func outerServer() []string {
	var variables []string
	for _, name := range []string{"SPARRING_COMMAND", "SPARRING_URL", "SPARRING_CONTROL_TOKEN"} {
		if value := os.Getenv(name); value != "" {
			variables = append(variables, name+"="+value)
		}
	}
	return variables
}

// get returns the status and the content; status 0 for an error of the connection.
func get(client *http.Client, url string) (status int, content string) {
	response, err := client.Get(url)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(body)
}

func expectGet(t *testing.T, client *http.Client, url string, status int, content string) {
	t.Helper()
	if gotStatus, got := get(client, url); gotStatus != status || got != content {
		t.Errorf("got %d %q, want %d %q", gotStatus, got, status, content)
	}
}

func expectFailedGet(t *testing.T, client *http.Client, url, reason string) {
	t.Helper()
	if status, text := get(client, url); status != 0 || !strings.Contains(text, reason) {
		t.Errorf("got %d %q, want an error with %q", status, text, reason)
	}
}

func readPid(t *testing.T, file string) int {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(content)))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func isAlive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	state := string(stat[strings.LastIndex(string(stat), ")")+1:])
	return err == nil && !strings.HasPrefix(state, " Z")
}

func expectSoon(t *testing.T, limit time.Duration, what string, isTrue func() bool) {
	t.Helper()
	for begun := time.Now(); !isTrue(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > limit {
			t.Fatalf("after %s, it is not true that %s", limit, what)
		}
	}
}

// recorder takes the failures of a test.
type recorder struct {
	testing.TB
	message string
}

func (r *recorder) Fatal(values ...any) {
	r.message = fmt.Sprint(values...)
	runtime.Goexit()
}

// failure returns the message of the failure that the function causes.
func (r *recorder) failure(function func()) string {
	r.message = ""
	var done sync.WaitGroup
	done.Add(1)
	go func() {
		defer done.Done()
		function()
	}()
	done.Wait()
	return r.message
}
