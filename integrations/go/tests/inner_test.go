package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparring.example/integrations/go/sparringtest"
)

// inner has the tests of inner runs.
var inner = map[string]func(t *testing.T){
	"passes": func(t *testing.T) {
		srv := sparringtest.Start(t)
		srv.Respond("GET /a", sparringtest.Text("x"))
		expectGet(t, srv.Client(), srv.URL+"/a", 200, "x")
	},
	"fails": func(t *testing.T) {
		srv := sparringtest.Start(t)
		get(srv.Client(), srv.URL+"/get")
		t.Error("a failure")
	},
	"panics": func(t *testing.T) {
		sparringtest.Start(t)
		panic("a panic")
	},
	"waits": func(t *testing.T) {
		sparringtest.Start(t)
		// A child that holds all files of this process, such as the input of the server.
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if number, _ := strconv.Atoi(file.Name()); number > 2 {
				_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, uintptr(number), syscall.F_SETFD, 0)
			}
		}
		child := exec.Command("sleep", "60")
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("CHILD %d\n", child.Process.Pid)
		time.Sleep(60 * time.Second)
	},
	"loses the server": func(t *testing.T) {
		t.Run("during a test", func(t *testing.T) {
			srv := sparringtest.Start(t)
			_ = syscall.Kill(readPid(t, os.Getenv("PID")), syscall.SIGKILL)
			begun := time.Now()
			defer func() {
				if took := time.Since(begun); took > 2*time.Second {
					panic(took)
				}
			}()
			srv.Requests(nil)
		})
		t.Run("before a test", func(t *testing.T) {
			sparringtest.Start(t)
			panic("a second server was started")
		})
	},
	"is a near miss": func(t *testing.T) {
		rec := &recorder{TB: t}
		srv := sparringtest.Start(rec)
		srv.Respond("/{rest*}", sparringtest.Text("x"))
		get(srv.Client(), srv.URL+"/users/1/")
		message := rec.failure(func() { srv.Next("GET /users/1", 0) })
		var entry struct{ Bin string }
		if err := json.Unmarshal(srv.Requests(nil)[0].Raw, &entry); err != nil {
			t.Fatal(err)
		}
		// The server names the times that have passed.
		passed := regexp.MustCompile(`\b[\d.]+ m?s\b`)
		detail := passed.ReplaceAllString(awaitDetail(t, entry.Bin), "0 ms")
		if passed.ReplaceAllString(message, "0 ms") != detail {
			t.Errorf("%s\n%s", message, detail)
		}
		expectText(t, detail, "(a slash more at the end)")
	},
	"is unmatched": func(t *testing.T) {
		for _, name := range []string{"one", "two", "three"} {
			name := name
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				srv := sparringtest.Start(t)
				srv.Respond("GET /a", sparringtest.Text("x"))
				path := "/a"
				if name != "two" {
					path = "/a/"
				}
				get(srv.Client(), srv.URL+path)
				if name == "three" {
					srv.AllowUnmatched()
				}
			})
		}
	},
	"prints everything": func(t *testing.T) {
		rec := &recorder{TB: t}
		srv := sparringtest.Start(rec)
		rule := srv.Respond("GET /a", sparringtest.Text("x"))
		get(srv.Client(), srv.URL+"/get")
		rec.failure(func() { srv.Next("GET /b", 0) })
		fmt.Println(rec.message)
		rec.failure(func() { srv.Respond("no match", sparringtest.Status(1)) })
		fmt.Println(rec.message)
		rec.failure(func() { srv.Control("GET", "/nothing", nil, nil) })
		fmt.Println(rec.message, srv.Report())
		requests := srv.Requests(nil)
		for _, format := range []string{"%v\n", "%+v\n", "%#v\n", "%s\n", "%q\n"} {
			for _, value := range []any{srv, rule, *rule, requests, srv.Client()} {
				fmt.Printf(format, value)
			}
		}
		folders, _ := filepath.Glob("/proc/[0-9]*")
		for _, folder := range folders {
			words, _ := os.ReadFile(folder + "/cmdline")
			variables, _ := os.ReadFile(folder + "/environ")
			if strings.Contains(string(words), "--until-stdin-closes") {
				fmt.Println(strings.ReplaceAll(string(words)+string(variables), "\x00", " "))
			}
		}
		fmt.Println("[everything is printed]")
		line, err := os.ReadFile(os.Getenv("FOLDER") + "/line")
		var started struct{ PID int }
		if err != nil || json.Unmarshal(line, &started) != nil {
			t.Fatal(err, line)
		}
		_ = syscall.Kill(started.PID, syscall.SIGKILL)
		rec.failure(func() { srv.Requests(nil) })
		fmt.Println(rec.message)
	},
	"leaves nothing": func(t *testing.T) {
		one := func(t *testing.T) {
			srv := sparringtest.StartTLS(t)
			srv.Respond("GET /a", sparringtest.Text("x"))
			expectGet(t, srv.Client(), srv.URL+"/a", 200, "x")
			t.Log("URL " + srv.URL + " ")
		}
		t.Run("first", one)
		before := runtime.NumGoroutine()
		for index := 0; index < 10; index++ {
			t.Run("next", one)
		}
		expectSoon(t, 2*time.Second, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
	},
}

// TestInner is a part of other tests.
func TestInner(t *testing.T) {
	test, found := inner[os.Getenv("INNER")]
	if !found {
		t.Skip("the other tests run it")
	}
	test(t)
}

// awaitDetail asks the server without the integration.
func awaitDetail(t *testing.T, bin string) string {
	t.Helper()
	body := fmt.Sprintf(`{"bin":%q,"match":"GET /users/1","consume":true,"within":0}`, bin)
	request, err := http.NewRequest("POST", os.Getenv("SPARRING_URL")+"/_sparring/requests/await", bytes.NewBufferString(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SPARRING_CONTROL_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	var problem struct{ Detail string }
	if err != nil || response.StatusCode != 408 || json.Unmarshal(content, &problem) != nil {
		t.Fatal(response.Status, string(content))
	}
	return problem.Detail
}
