package sparringtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
)

// Request is a request that the server has received.
type Request struct {
	Method, Path string
	Query        url.Values
	Headers      http.Header
	Body         []byte
	// Status is that of the response; 0 while it is in progress.
	Status int
	// Raw is the entry of the journal, with the case and the order of all headers.
	Raw json.RawMessage
}

// Text returns the body as text.
func (r Request) Text() string { return string(r.Body) }

// JSON decodes the body.
func (r Request) JSON(value any) error { return json.Unmarshal(r.Body, value) }

// String describes the request without headers and body, which can have credentials.
func (r Request) String() string { return fmt.Sprintf("%s %s %d", r.Method, r.Path, r.Status) }

// UnmarshalJSON reads an entry of the journal.
func (r *Request) UnmarshalJSON(raw []byte) error {
	var entry struct {
		Request struct {
			Method, Path   string
			Query, Headers [][2]string
			Body           struct {
				Text   string
				Base64 []byte
			}
		}
		Response struct{ Status int }
	}
	if err := json.Unmarshal(raw, &entry); err != nil {
		return err
	}
	request := entry.Request
	*r = Request{
		Method: request.Method, Path: request.Path, Query: url.Values{}, Headers: http.Header{},
		Body: request.Body.Base64, Status: entry.Response.Status, Raw: append(json.RawMessage{}, raw...),
	}
	if r.Body == nil {
		r.Body = []byte(request.Body.Text)
	}
	for _, pair := range request.Query {
		r.Query.Add(pair[0], pair[1])
	}
	for _, pair := range request.Headers {
		r.Headers.Add(pair[0], pair[1])
	}
	return nil
}
