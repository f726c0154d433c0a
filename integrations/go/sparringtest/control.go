package sparringtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

const (
	version  = "0.1.0"
	protocol = 1
)

// sharedServer is a server that this process has started, or that SPARRING_URL names.
type sharedServer struct {
	Sparring, URL, Control, Token string
	Protocol                      int
	CA                            *struct{ PEM string }
	Warnings                      []string
	process                       *process
}

var shared struct {
	once   sync.Once
	server *sharedServer
	err    error
}

// useSharedServer returns the server of this process. A failed start is not repeated.
func useSharedServer() (*sharedServer, error) {
	shared.once.Do(func() {
		runOutside(func() { shared.server, shared.err = findServer() })
		if shared.err == nil {
			for _, warning := range shared.server.Warnings {
				fmt.Fprintln(os.Stderr, "sparring:", warning)
			}
		}
	})
	return shared.server, shared.err
}

func findServer() (*sharedServer, error) {
	if url := strings.TrimRight(os.Getenv("SPARRING_URL"), "/"); url != "" {
		return attach(url)
	}
	command, err := findCommand()
	if err != nil {
		return nil, err
	}
	process, err := startProcess(command)
	if err != nil {
		return nil, err
	}
	line, err := process.readLine()
	if err == nil {
		var server *sharedServer
		if server, err = parseServer(line, "the command"); err == nil {
			server.process = process
			return server, nil
		}
	}
	process.stop()
	return nil, err
}

func attach(url string) (*sharedServer, error) {
	token, file := os.Getenv("SPARRING_CONTROL_TOKEN"), os.Getenv("SPARRING_CONTROL_TOKEN_FILE")
	if token == "" && file != "" {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		token = strings.TrimSpace(string(content))
	}
	status, content, err := send("GET", url+"/_sparring/connection", token, nil, 0)
	switch {
	case err != nil:
		return nil, failf("The server at %s did not respond: %v", url, err)
	case status == http.StatusNotFound:
		return nil, noServer(url)
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return nil, failf("The server at %s rejects the call: %s Set SPARRING_CONTROL_TOKEN.", url, detailOf(status, content))
	case status >= 400:
		return nil, failf("The server at %s rejects the call: %s", url, detailOf(status, content))
	}
	server, err := parseServer(content, url)
	if err == nil {
		server.Token = token
	}
	return server, err
}

func parseServer(content []byte, name string) (*sharedServer, error) {
	server := &sharedServer{}
	err := json.Unmarshal(content, server)
	if server.Sparring == "" || server.Protocol == 0 {
		return nil, noServer(name)
	}
	if server.Protocol != protocol {
		return nil, failf(
			"sparringtest %s speaks protocol %d, the server %s at %s speaks %d. Install sparringtest %s or sparring %s.",
			version, protocol, server.Sparring, server.URL, server.Protocol, minor(server.Sparring), minor(version))
	}
	return server, err
}

func noServer(name string) error {
	return failf("%s is no Sparring server, or older than 0.1.0.", name)
}

func minor(version string) string {
	return strings.Join(strings.SplitN(version, ".", 3)[:2], ".")
}

// require calls the control API, and decodes the JSON of the response. An error status is an error with its detail.
// The server may wait for the given time.
func (s *sharedServer) require(method, path string, body any, wait time.Duration, result any) error {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
	}
	var status int
	var err error
	runOutside(func() {
		status, content, err = send(method, s.Control+path, s.Token, content, wait)
		if err == nil {
			return
		}
		end := ""
		if s.process != nil {
			end = s.process.describeEnd()
		}
		if end != "" {
			err = failure(end)
		} else {
			err = failf("The server at %s did not respond: %v", s.URL, err)
		}
	})
	switch {
	case err != nil:
		return err
	case status >= 400:
		return failure(detailOf(status, content))
	case result == nil:
		return nil
	}
	return json.Unmarshal(content, result)
}

// send sends one request on a connection of its own, without a proxy, redirects and cookies.
func send(method, url, token string, body []byte, wait time.Duration) (status int, content []byte, err error) {
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	dialer := net.Dialer{Timeout: 5 * time.Second}
	client := http.Client{
		Transport:     &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       wait + 10*time.Second,
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	content, err = io.ReadAll(response.Body)
	return response.StatusCode, content, err
}

func detailOf(status int, content []byte) string {
	var problem struct{ Detail string }
	if json.Unmarshal(content, &problem) != nil || problem.Detail == "" {
		return fmt.Sprintf("status %d", status)
	}
	return problem.Detail
}

// failure is a sentence for the user, which is the same in all languages.
type failure string

func (f failure) Error() string { return string(f) }

func failf(format string, values ...any) error { return failure(fmt.Sprintf(format, values...)) }

// outside takes functions that run outside of the bubbles of testing/synctest: their goroutines may outlive a test, and
// their time is real.
var outside = make(chan func())

func init() {
	go func() {
		for run := range outside {
			go run()
		}
	}()
}

// runOutside waits for the function by a mutex, because a channel would belong to the bubble of the caller.
func runOutside(function func()) {
	var done sync.Mutex
	done.Lock()
	outside <- func() {
		defer done.Unlock()
		function()
	}
	done.Lock()
}
