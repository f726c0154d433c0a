// Resty, with a client for each session. It keeps cookies by default.
package main

import (
	"bytes"
	"io"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
	"sparring/conformance/protocol"
)

func run(q protocol.Request, out protocol.Outcome, client *resty.Client) {
	client.SetTimeout(time.Duration(q.Timeout * float64(time.Second))).SetResponseBodyLimit(q.MaxBody)
	if follows, limit := q.Follows(); !follows {
		client.SetRedirectPolicy(resty.RedirectPolicyFunc(func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }))
	} else if limit > 0 {
		client.SetRedirectPolicy(resty.FlexibleRedirectPolicy(limit))
	}
	if q.Retry != nil {
		client.SetRetryCount(q.Retry.Max).AddRetryCondition(func(response *resty.Response, err error) bool {
			return err != nil || response.StatusCode() == http.StatusServiceUnavailable
		})
	}
	request := client.R()
	for _, pair := range q.Headers {
		request.Header.Add(protocol.Octets(pair[0]), protocol.Octets(pair[1]))
	}
	if q.IsDigest() {
		client.SetDigestAuth(q.Auth.User, q.Auth.Password)
	} else if q.Auth != nil {
		request.SetBasicAuth(q.Auth.User, q.Auth.Password)
	}
	if content := q.Content(); content != nil && q.BodyKind == "stream" {
		request.SetBody(io.MultiReader(bytes.NewReader(content)))
	} else if content != nil {
		request.SetBody(content)
	}
	response, err := request.Execute(q.Method, q.URL)
	if response != nil && response.RawResponse != nil {
		out.Head(response.StatusCode(), protocol.Pairs(response.Header()))
		out["url"] = response.RawResponse.Request.URL.String()
		out.Content(response.Body())
	}
	if err != nil {
		out.Fail(protocol.Classify(err), err)
	}
}

func main() {
	supports := []string{"redirects", "max-redirects", "cookies", "auth", "auth-digest", "stream", "ca", "max-body", "retry", "raw-fields"}
	protocol.Serve(protocol.Outcome{"client": "resty", "version": resty.Version, "supports": supports}, func() (func(protocol.Request, protocol.Outcome), func()) {
		client := resty.New().SetLogger(silent{})
		return func(q protocol.Request, out protocol.Outcome) { run(q, out, client) }, client.GetClient().CloseIdleConnections
	})
}

// silent keeps the lines of the log from standard error.
type silent struct{}

func (silent) Errorf(string, ...any) {}
func (silent) Warnf(string, ...any)  {}
func (silent) Debugf(string, ...any) {}
