// Package protocol answers the lines of the conformance suite. The client is all that an adapter adds.
package protocol

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Request is a line of the suite.
type Request struct {
	Hello     *int        `json:"hello"`
	End       string      `json:"end"`
	ID        int         `json:"id"`
	Session   string      `json:"session"`
	Method    string      `json:"method"`
	URL       string      `json:"url"`
	Timeout   float64     `json:"timeout"`
	Headers   [][2]string `json:"headers"`
	Body      *string     `json:"body"`
	BodySize  *int        `json:"bodySize"`
	BodyKind  string      `json:"bodyKind"`
	Redirects any         `json:"redirects"`
	MaxBody   int         `json:"maxBody"`
	Auth      *struct{ Scheme, User, Password string }
	Retry     *struct{ Max int }
	Abort     *struct{ At any }
}

// Follows tells whether redirects are followed, and the maximum number; 0 is that of the client.
func (q Request) Follows() (bool, int) {
	switch value := q.Redirects.(type) {
	case float64:
		return true, int(value)
	case bool:
		return value, 0
	}
	return false, 0
}

// AbortsAt is the number of bytes of content after which the request is cancelled: 0 at the head, -1 never.
func (q Request) AbortsAt() int64 {
	if q.Abort == nil {
		return -1
	}
	count, _ := q.Abort.At.(float64)
	return int64(count)
}

// IsDigest tells whether the credentials are for Digest.
func (q Request) IsDigest() bool {
	return q.Auth != nil && q.Auth.Scheme == "digest"
}

// Content of the request; nil for none.
func (q Request) Content() []byte {
	if q.Body != nil {
		content, _ := base64.StdEncoding.DecodeString(*q.Body)
		return content
	}
	if q.BodySize == nil {
		return nil
	}
	content := make([]byte, *q.BodySize)
	for i := range content {
		content[i] = byte((97 + i) % 256)
	}
	return content
}

// Octets of a field, whose characters up to U+00FF are octets.
func Octets(text string) string {
	octets := make([]byte, 0, len(text))
	for _, character := range text {
		if character > 255 {
			return text
		}
		octets = append(octets, byte(character))
	}
	return string(octets)
}

// Outcome of a request.
type Outcome map[string]any

// Head sets the status and the fields.
func (out Outcome) Head(status int, headers [][2]string) {
	pairs := [][2]string{}
	for _, pair := range headers {
		text := []rune{}
		for _, octet := range []byte(pair[1]) {
			text = append(text, rune(octet))
		}
		pairs = append(pairs, [2]string{pair[0], string(text)})
	}
	out["status"], out["headers"] = status, pairs
}

// Content sets the decoded content.
func (out Outcome) Content(content []byte) {
	if len(content) > 1<<20 {
		digest := sha256.Sum256(content)
		out["size"], out["sha256"] = len(content), hex.EncodeToString(digest[:])
	} else {
		out["body"] = base64.StdEncoding.EncodeToString(content)
	}
}

// Fail sets the error.
func (out Outcome) Fail(class string, err error) {
	out["error"], out["message"] = class, err.Error()
}

// Pairs of a map of fields.
func Pairs(fields map[string][]string) [][2]string {
	pairs := [][2]string{}
	for name, values := range fields {
		for _, value := range values {
			pairs = append(pairs, [2]string{name, value})
		}
	}
	return pairs
}

// Classify finds the class of an error. Only "timeout" decides a case.
func Classify(err error) string {
	var timeout net.Error
	text := err.Error()
	has := func(words ...string) bool {
		for _, word := range words {
			if strings.Contains(text, word) {
				return true
			}
		}
		return false
	}
	switch {
	case errors.As(err, &timeout) && timeout.Timeout(), has("timeout", "deadline"):
		return "timeout"
	case has("net/http: invalid", "invalid control", "invalid URL", "unsupported protocol scheme"):
		return "invalid-request"
	case has("tls", "x509"):
		return "tls"
	case has("stopped after", "Location", "redirect"):
		return "redirect"
	case has("malformed", "EOF", "chunk", "error when reading"):
		return "protocol"
	case has("gzip", "flate", "brotli"):
		return "decode"
	case has("connection"):
		return "connection"
	}
	return "other"
}

// versionsBeneath are those of Go, whose library has TLS, and of the modules.
func versionsBeneath() map[string]string {
	versions := map[string]string{"go": runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Replace == nil {
				versions[module.Path] = module.Version
			}
		}
	}
	return versions
}

// Serve answers the lines until the end of the input. open returns a session: how it makes a request, and how it ends.
func Serve(hello Outcome, open func() (run func(Request, Outcome), end func())) {
	type session struct {
		run func(Request, Outcome)
		end func()
	}
	var output sync.Mutex
	say := func(message Outcome) {
		line, _ := json.Marshal(message)
		output.Lock()
		defer output.Unlock()
		os.Stdout.Write(append(line, '\n'))
	}
	sessions := map[string]session{}
	input := bufio.NewReaderSize(os.Stdin, 8<<20)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var q Request
		json.Unmarshal(line, &q)
		switch {
		case q.Hello != nil:
			hello["hello"], hello["language"], hello["parallel"] = 1, "Go", 8
			hello["versions"] = versionsBeneath()
			say(hello)
		case q.End != "":
			if ended, ok := sessions[q.End]; ok {
				ended.end()
			}
			delete(sessions, q.End)
		default:
			current, ok := sessions[q.Session]
			if !ok {
				current.run, current.end = open()
				sessions[q.Session] = current
			}
			go func() {
				out := Outcome{"id": q.ID}
				current.run(q, out)
				say(out)
			}()
		}
	}
}
