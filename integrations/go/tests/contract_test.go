// Package contract has the behaviours of ../../CONTRACT.md, by number.
package contract

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparring.example/integrations/go/sparringtest"
)

func Test_01_found_on_path(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	wrapper(t, folder+"/sparring", 0, "")
	output, passed := run(t, "passes", "PATH="+folder)
	mark, _ := os.ReadFile(folder + "/words")
	if !passed || string(mark) != "serve --print json --until-stdin-closes\n" {
		t.Errorf("%s\n%s", mark, output)
	}
}

func Test_02_found_by_npx(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	wrapper(t, folder+"/npx", 2, "")
	output, passed := run(t, "passes", "PATH="+folder)
	mark, _ := os.ReadFile(folder + "/words")
	if !passed || !strings.HasPrefix(string(mark), "--yes sparring@~0.1.0 serve ") {
		t.Errorf("%s\n%s", mark, output)
	}
}

func Test_03_found_by_command(t *testing.T) {
	t.Parallel()
	folder := t.TempDir() + "/with space"
	path := wrapper(t, folder+"/command", 0, "")
	word := wrapper(t, t.TempDir()+"/command", 1, "")
	for _, form := range []string{path, fmt.Sprintf("[%q]", path), word + " dropped"} {
		if output, passed := run(t, "passes", "SPARRING_COMMAND="+form, "PATH=/nothing"); !passed {
			t.Errorf("%s\n%s", form, output)
		}
	}
	for _, each := range []string{filepath.Dir(path), filepath.Dir(word)} {
		if _, err := os.Stat(each + "/words"); err != nil {
			t.Error(err)
		}
	}
}

func Test_04_found_by_url(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	folder := t.TempDir()
	variables := append(server.variables(), "SPARRING_COMMAND="+wrapper(t, folder+"/command", 0, ""))
	if output, passed := run(t, "passes", variables...); !passed {
		t.Error(output)
	}
	if _, err := os.Stat(folder + "/pid"); err == nil {
		t.Error("a process was started")
	}
	if status, _ := get(http.DefaultClient, server.URL+"/get"); status != 200 {
		t.Error(status)
	}
	output, _ := run(t, "passes", "SPARRING_URL="+server.URL, "SPARRING_CONTROL_TOKEN=wrong")
	expectText(t, output, "rejects the call", "Set SPARRING_CONTROL_TOKEN.")
}

func Test_05_not_found(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	output, passed := run(t, "passes", "PATH=/nothing")
	if passed || time.Since(begun) > 5*time.Second {
		t.Error(passed, time.Since(begun))
	}
	expectText(t, output, `Sparring was not found. Run "npm install --save-dev sparring", put the executable "sparring" `+
		"on the PATH, or set SPARRING_COMMAND or SPARRING_URL. Searched: PATH (1 folders), npx (not found).\n")
}

func Test_06_ready_in_time(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	silent := script(t, folder+"/silent", "echo $$ >'"+folder+"/pid'\nexec sleep 60\n")
	begun := time.Now()
	output, passed := run(t, "passes", "SPARRING_COMMAND="+silent, "SPARRING_START_TIMEOUT=2")
	if passed || time.Since(begun) > 10*time.Second {
		t.Error(passed, time.Since(begun))
	}
	expectText(t, output, "printed no line of JSON in 2 s.")
	if isAlive(readPid(t, folder+"/pid")) {
		t.Error("the command runs")
	}
}

func Test_07_start_error(t *testing.T) {
	t.Parallel()
	used, err := url.Parse(startServer(t).URL)
	if err != nil {
		t.Fatal(err)
	}
	command := wrapper(t, t.TempDir()+"/command", 0, "--port "+used.Port())
	output, _ := run(t, "passes", "SPARRING_COMMAND="+command)
	expectText(t, output, ": Port "+used.Port()+" ")
}

func Test_08_version_checked(t *testing.T) {
	t.Parallel()
	for line, expected := range map[string]string{
		`{"sparring":"9.8.7","protocol":99,"url":"http://127.0.0.1:1"}`: "sparringtest 0.1.0 speaks protocol 1, the server 9.8.7 at " +
			"http://127.0.0.1:1 speaks 99. Install sparringtest 9.8 or sparring 0.1.\n",
		`{"sparring":"0.0.9"}`: "the command is no Sparring server, or older than 0.1.0.\n",
	} {
		fake := script(t, t.TempDir()+"/fake", "echo '"+line+"'\n")
		output, _ := run(t, "passes", "SPARRING_COMMAND="+fake)
		expectText(t, output, expected)
	}
}

func Test_09_ends_with_run(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"passes", "fails", "panics"} {
		folder := t.TempDir()
		command := wrapper(t, folder+"/command", 0, "")
		if output, passed := run(t, name, "SPARRING_COMMAND="+command); passed != (name == "passes") {
			t.Error(output)
		}
		pid := readPid(t, folder+"/pid")
		expectSoon(t, 2*time.Second, "the server has ended", func() bool { return !isAlive(pid) })
	}
}

func Test_10_ends_when_killed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	command := innerCommand(t, "waits", "SPARRING_COMMAND="+wrapper(t, folder+"/command", 0, ""))
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	child := 0
	for lines := bufio.NewScanner(output); child == 0 && lines.Scan(); {
		if _, number, found := strings.Cut(lines.Text(), "CHILD "); found {
			child, _ = strconv.Atoi(number)
		}
	}
	_ = command.Process.Kill()
	pid := readPid(t, folder+"/pid")
	expectSoon(t, 5*time.Second, "the server has ended", func() bool { return !isAlive(pid) })
	if child == 0 || !isAlive(child) {
		t.Error("the child has ended: ", child)
	}
	_ = syscall.Kill(child, syscall.SIGKILL)
	_ = command.Wait()
}

func Test_11_log_on_failure(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	command := "SPARRING_COMMAND=" + wrapper(t, folder+"/command", 0, "")
	output, passed := run(t, "fails", command)
	expectText(t, output, "Requests of this test (1):", "GET /get 200")
	if passed {
		t.Error(output)
	}
	output, _ = run(t, "loses the server", command, "PID="+folder+"/pid")
	if ends := strings.Count(output, "The server has ended: signal: killed. Its command: "); ends < 2 || strings.Contains(output, "a second server") {
		t.Error(output)
	}
}

func Test_12_own_scope(t *testing.T) {
	for index := 0; index < 50; index++ {
		index := index
		t.Run(strconv.Itoa(index), func(t *testing.T) {
			t.Parallel()
			srv := sparringtest.Start(t)
			srv.Respond("GET /a", sparringtest.Text(strconv.Itoa(index)))
			if index%2 == 1 {
				srv.Fault("reset@headers", "GET /a")
				expectFailedGet(t, srv.Client(), srv.URL+"/a", "")
			}
			expectGet(t, srv.Client(), srv.URL+"/a", 200, strconv.Itoa(index))
			if found := srv.Requests(nil); len(found) != 1+index%2 {
				t.Error(found)
			}
		})
	}
}

func Test_13_scope_ends(t *testing.T) {
	before, late := "", make(chan struct{})
	t.Run("one", func(t *testing.T) {
		srv := sparringtest.Start(t)
		srv.Respond("GET /a", sparringtest.Text("x"))
		before = srv.URL + "/a"
		expectGet(t, srv.Client(), before, 200, "x")
	})
	t.Run("two", func(t *testing.T) {
		srv := sparringtest.Start(t)
		srv.AllowUnmatched()
		go func() {
			defer close(late)
			if hasPath(srv) {
				if status, text := get(http.DefaultClient, before); status != 404 || !strings.Contains(text, "has ended") {
					t.Error(status, text)
				}
			} else {
				expectFailedGet(t, http.DefaultClient, before, "refused")
			}
		}()
		<-late
		if status, _ := get(srv.Client(), srv.URL+"/a"); status != 404 {
			t.Error(status)
		}
		if found := srv.Requests(nil); len(found) != 1 || found[0].Status != 404 {
			t.Error(found)
		}
	})
}

func Test_14_respond(t *testing.T) {
	srv := sparringtest.Start(t)
	srv.Respond("GET /a", sparringtest.JSON([]any{1, nil}).Status(201).Header("X-One", "a").Header("X-One", "b"))
	srv.Respond(map[string]any{"path": "/b"}, sparringtest.Text("é"))
	srv.Respond("GET /c", sparringtest.Bytes([]byte("\xff\x00")))
	// The client joins an absolute path, which leaves a URL with a path.
	path := "/a"
	if hasPath(srv) {
		path = "../a"
	}
	base, err := url.Parse(srv.URL + "/base/")
	if err != nil {
		t.Fatal(err)
	}
	response, err := srv.Client().Get(base.ResolveReference(&url.URL{Path: path}).String())
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 201 || !reflect.DeepEqual(response.Header["X-One"], []string{"a", "b"}) {
		t.Error(response)
	}
	expectGet(t, srv.Client(), srv.URL+"/a", 201, "[1,null]")
	expectGet(t, srv.Client(), srv.URL+"/b", 200, "é")
	expectGet(t, srv.Client(), srv.URL+"/c", 200, "\xff\x00")
}

func Test_15_respond_list(t *testing.T) {
	srv := sparringtest.Start(t)
	rule := srv.Respond("GET /a", sparringtest.Status(503), sparringtest.Text("two"), sparringtest.Text("three"))
	expectGet(t, srv.Client(), srv.URL+"/a", 503, "")
	for _, expected := range []string{"two", "three", "three"} {
		expectGet(t, srv.Client(), srv.URL+"/a", 200, expected)
	}
	if first := rule.Next(0); first.Status != 503 || len(rule.Requests()) != 4 {
		t.Error(first, rule.Requests())
	}
	rule.Remove()
	srv.Respond("GET /a", sparringtest.Status(204))
	expectGet(t, srv.Client(), srv.URL+"/a", 204, "")
}

func Test_16_fault_and_delay(t *testing.T) {
	srv := sparringtest.Start(t)
	srv.Respond("GET /a", sparringtest.Text("x"))
	srv.Fault("reset@headers", "GET /a")
	expectFailedGet(t, srv.Client(), srv.URL+"/a", "")
	expectGet(t, srv.Client(), srv.URL+"/a", 200, "x")
	srv.Delay(300*time.Millisecond, "GET /a")
	begun := time.Now()
	expectGet(t, srv.Client(), srv.URL+"/a", 200, "x")
	if took := time.Since(begun); took < 300*time.Millisecond {
		t.Error(took)
	}
}

func Test_17_requests(t *testing.T) {
	srv := sparringtest.Start(t)
	srv.Respond("/{rest*}", sparringtest.Text("x"))
	request, err := http.NewRequest("POST", srv.URL+"/a?q=1&q=%202", strings.NewReader("\xff\xfe"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header["x-oNE"] = []string{"a", "b"}
	for _, send := range []func() (*http.Response, error){
		func() (*http.Response, error) { return srv.Client().Do(request) },
		func() (*http.Response, error) {
			return srv.Client().Post(srv.URL+"/b", "application/json", strings.NewReader(`{"a":1}`))
		},
	} {
		response, err := send()
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	found := srv.Requests(nil)
	if len(found) != 2 {
		t.Fatal(found)
	}
	one, two := found[0], found[1]
	if one.Method != "POST" || one.Path != "/a" || !bytes.Equal(one.Body, []byte("\xff\xfe")) || one.Status != 200 ||
		!reflect.DeepEqual(one.Query, url.Values{"q": {"1", " 2"}}) ||
		!reflect.DeepEqual(one.Headers["X-One"], []string{"a", "b"}) || !strings.Contains(string(one.Raw), `"x-oNE"`) {
		t.Errorf("%s %#v", one.Raw, one)
	}
	var value struct{ A int }
	if err := two.JSON(&value); err != nil || value.A != 1 || two.Text() != `{"a":1}` {
		t.Error(err, two.Text())
	}
	if found := srv.Requests("POST /b"); len(found) != 1 || found[0].Path != "/b" {
		t.Error(found)
	}
}

func Test_18_next(t *testing.T) {
	rec := &recorder{TB: t}
	srv := sparringtest.Start(rec)
	srv.Respond("/{rest*}", sparringtest.Text("x"))
	time.AfterFunc(200*time.Millisecond, func() { get(srv.Client(), srv.URL+"/a") })
	if request := srv.Next("GET /a", 2*time.Second); request.Path != "/a" {
		t.Error(request)
	}
	begun := time.Now()
	message := rec.failure(func() { srv.Next("GET /a", 500*time.Millisecond) })
	took := time.Since(begun)
	if took < 500*time.Millisecond || took > 1500*time.Millisecond || !strings.Contains(message, "Waited 500 ms for GET /a") {
		t.Error(took, message)
	}
}

func Test_19_expect_none(t *testing.T) {
	rec := &recorder{TB: t}
	srv := sparringtest.Start(rec)
	srv.Respond("/{rest*}", sparringtest.Text("x"))
	begun := time.Now()
	srv.ExpectNone(nil, 200*time.Millisecond)
	if took := time.Since(begun); took < 200*time.Millisecond {
		t.Error(took)
	}
	expectGet(t, srv.Client(), srv.URL+"/a", 200, "x")
	begun = time.Now()
	message := rec.failure(func() { srv.ExpectNone("GET /a", 5*time.Second) })
	if !strings.Contains(message, "/a") || time.Since(begun) > 2*time.Second {
		t.Error(message, time.Since(begun))
	}
}

func Test_20_near_misses(t *testing.T) {
	t.Parallel()
	output, passed := run(t, "is a near miss", startServer(t).variables()...)
	if !passed {
		t.Error(output)
	}
}

func Test_21_unmatched_fails(t *testing.T) {
	t.Parallel()
	output, passed := run(t, "is unmatched", outerServer()...)
	expectText(t, output, "--- FAIL: TestInner/one", "--- PASS: TestInner/two", "--- PASS: TestInner/three", "matched no rule:")
	if passed || strings.Count(output, "(a slash more at the end)") != 1 {
		t.Error(output)
	}
}

func Test_22_tls(t *testing.T) {
	file := os.Getenv("SSL_CERT_FILE")
	defaults := http.DefaultTransport.(*http.Transport)
	// The first use sets the configuration, and Clone is one.
	defaults.Clone()
	config := defaults.TLSClientConfig
	srv := sparringtest.StartTLS(t)
	srv.Respond("GET /a", sparringtest.Text("x"))
	own := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: srv.CA}}
	defer own.CloseIdleConnections()
	for _, client := range []*http.Client{srv.Client(), {Transport: own}} {
		expectGet(t, client, srv.URL+"/a", 200, "x")
	}
	empty := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: x509.NewCertPool()}}
	for _, client := range []*http.Client{http.DefaultClient, {Transport: empty}} {
		expectFailedGet(t, client, srv.URL+"/a", "unknown authority")
	}
	if os.Getenv("SSL_CERT_FILE") != file || defaults.TLSClientConfig != config {
		t.Error("a default has changed")
	}
}

func Test_23_nothing_left(t *testing.T) {
	t.Parallel()
	folder, temporary := t.TempDir(), t.TempDir()
	mark := "MARK=" + folder
	command := wrapper(t, folder+"/command", 0, "")
	output, passed := run(t, "leaves nothing", mark, "TMPDIR="+temporary, "SPARRING_COMMAND="+command)
	if !passed {
		t.Fatal(output)
	}
	expectSoon(t, 3*time.Second, "no process is left", func() bool { return len(processes(mark)) == 0 })
	if files, err := os.ReadDir(temporary); err != nil || len(files) > 0 {
		t.Error(err, files)
	}
	_, after, found := strings.Cut(output, "URL ")
	if !found {
		t.Fatal(output)
	}
	expectFailedGet(t, http.DefaultClient, strings.Fields(after)[0], "refused")
}

func Test_24_token_is_secret(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	output, _ := run(t, "prints everything", "SPARRING_COMMAND="+recording(t, folder+"/command"), "FOLDER="+folder)
	line, err := os.ReadFile(folder + "/line")
	var server startedServer
	if err != nil || json.Unmarshal(line, &server) != nil || len(server.Token) < 32 {
		t.Fatal(err, string(line), output)
	}
	log, err := os.ReadFile(folder + "/log")
	if err != nil {
		t.Fatal(err)
	}
	expectText(t, output, "[everything is printed]", "serve --print json", "Waited 0 ms", "GET /get 200")
	expectText(t, string(log), "/get")
	if strings.Contains(output+string(log), server.Token) {
		t.Error("the token is printed")
	}
}

func Test_25_hostile_environment(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for file, content := range map[string]string{
		home + "/company.pem": "COMPANY\n",
		home + "/.netrc":      "machine 127.0.0.1 login mona password secret\n",
	} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hostile := []string{
		"SPARRING_COMMAND=" + os.Getenv("SPARRING_COMMAND"), "NO_PROXY=", "no_proxy=", "LC_ALL=tr_TR.UTF-8",
		"REQUESTS_CA_BUNDLE=" + home + "/company.pem", "SSL_CERT_FILE=" + home + "/company.pem", "HOME=" + home,
	}
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"} {
		hostile = append(hostile, name+"=http://127.0.0.1:1")
	}
	output, passed := run(t, "leaves nothing", hostile...)
	if warning := "HTTP_PROXY is set and NO_PROXY does not contain 127.0.0.1."; !passed || strings.Count(output, warning) != 1 {
		t.Error(output)
	}
	if output, passed := run(t, "passes", "SPARRING_COMMAND="+os.Getenv("SPARRING_COMMAND"), "HOME="); !passed {
		t.Error(output)
	}
}

// processes returns the processes with a variable.
func processes(variable string) (found []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		if content, err := os.ReadFile(file); err == nil && bytes.Contains(content, []byte(variable+"\x00")) {
			found = append(found, file)
		}
	}
	return found
}
