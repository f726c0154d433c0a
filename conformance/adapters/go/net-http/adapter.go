package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

type request struct {
	Hello     *int        `json:"hello"`
	End       string      `json:"end"`
	Id        int         `json:"id"`
	Session   string      `json:"session"`
	Method    string      `json:"method"`
	Url       string      `json:"url"`
	Timeout   float64     `json:"timeout"`
	Headers   [][2]string `json:"headers"`
	Body      *string     `json:"body"`
	BodySize  *int        `json:"bodySize"`
	BodyKind  string      `json:"bodyKind"`
	Redirects any         `json:"redirects"`
	Auth      *struct{ User, Password string }
	Abort     *struct{ At any }
}

var output sync.Mutex

func say(message map[string]any) {
	line, _ := json.Marshal(message)
	output.Lock()
	defer output.Unlock()
	os.Stdout.Write(append(line, '\n'))
}

func content(q request) []byte {
	if q.Body != nil {
		bytes, _ := base64.StdEncoding.DecodeString(*q.Body)
		return bytes
	}
	if q.BodySize == nil {
		return nil
	}
	bytes := make([]byte, *q.BodySize)
	for i := range bytes {
		bytes[i] = byte((97 + i) % 256)
	}
	return bytes
}

// The characters of a field up to U+00FF are octets.
func octets(text string) string {
	bytes := make([]byte, 0, len(text))
	for _, character := range text {
		if character > 255 {
			return text
		}
		bytes = append(bytes, byte(character))
	}
	return string(bytes)
}

func classify(err error) string {
	var timeout net.Error
	text := err.Error()
	switch {
	case errors.As(err, &timeout) && timeout.Timeout():
		return "timeout"
	case strings.Contains(text, "net/http: invalid"), strings.Contains(text, "invalid control"), strings.Contains(text, "invalid URL"):
		return "invalid-request"
	case strings.Contains(text, "tls"), strings.Contains(text, "x509"):
		return "tls"
	case strings.Contains(text, "stopped after"), strings.Contains(text, "Location"), strings.Contains(text, "unsupported protocol"):
		return "redirect"
	case strings.Contains(text, "malformed"), strings.Contains(text, "EOF"), strings.Contains(text, "chunk"):
		return "protocol"
	case strings.Contains(text, "gzip"):
		return "decode"
	case strings.Contains(text, "connection"):
		return "connection"
	}
	return "other"
}

func run(q request, client *http.Client) {
	out := map[string]any{"id": q.Id}
	defer func() { say(out) }()
	fail := func(err error) { out["error"], out["message"] = classify(err), err.Error() }
	var body io.Reader
	if bytesOf := content(q); bytesOf != nil {
		body = bytes.NewReader(bytesOf)
		if q.BodyKind == "stream" {
			body = io.MultiReader(body)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, q.Method, q.Url, body)
	if err != nil {
		fail(err)
		out["error"] = "invalid-request"
		return
	}
	for _, pair := range q.Headers {
		if strings.EqualFold(pair[0], "host") {
			req.Host = octets(pair[1])
		} else {
			req.Header.Add(octets(pair[0]), octets(pair[1]))
		}
	}
	if q.Auth != nil {
		req.SetBasicAuth(q.Auth.User, q.Auth.Password)
	}
	own := *client
	own.Timeout = time.Duration(q.Timeout * float64(time.Second))
	own.CheckRedirect = func(_ *http.Request, via []*http.Request) error {
		switch limit := q.Redirects.(type) {
		case float64:
			if len(via) > int(limit) {
				return fmt.Errorf("stopped after %d redirects", len(via)-1)
			}
		case bool:
			if !limit {
				return http.ErrUseLastResponse
			}
			if len(via) >= 10 {
				return errors.New("stopped after 10 redirects")
			}
		}
		return nil
	}
	r, err := own.Do(req)
	if err != nil {
		fail(err)
		return
	}
	defer r.Body.Close()
	headers := [][2]string{}
	for name, values := range r.Header {
		for _, value := range values {
			text := []rune{}
			for _, octet := range []byte(value) {
				text = append(text, rune(octet))
			}
			headers = append(headers, [2]string{name, string(text)})
		}
	}
	out["status"], out["headers"], out["url"] = r.StatusCode, headers, r.Request.URL.String()
	if q.Abort != nil {
		if count, ok := q.Abort.At.(float64); ok {
			io.CopyN(io.Discard, r.Body, int64(count))
		}
		cancel()
		out["error"] = "aborted"
		return
	}
	read, err := io.ReadAll(r.Body)
	if len(read) > 1_000_000 {
		out["size"] = len(read)
	} else {
		out["body"] = base64.StdEncoding.EncodeToString(read)
	}
	if err != nil {
		fail(err)
	}
}

func main() {
	sessions := map[string]*http.Client{}
	input := bufio.NewReaderSize(os.Stdin, 8<<20)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var q request
		json.Unmarshal(line, &q)
		switch {
		case q.Hello != nil:
			say(map[string]any{
				"hello": 1, "client": "net/http", "version": runtime.Version(), "language": "Go", "parallel": 8,
				"supports": []string{"redirects", "max-redirects", "cookies", "auth", "stream", "ca", "abort", "raw-fields"},
			})
		case q.End != "":
			if client := sessions[q.End]; client != nil {
				client.CloseIdleConnections()
			}
			delete(sessions, q.End)
		default:
			client := sessions[q.Session]
			if client == nil {
				jar, _ := cookiejar.New(nil)
				client = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Jar: jar}
				sessions[q.Session] = client
			}
			go run(q, client)
		}
	}
}
