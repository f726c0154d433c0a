// An oracle for the decoder of HTTP/1: what net/http reads of the bytes of a connection. It reads batches of cases on its standard
// input, and writes a line of JSON for each case. A batch is the number of its cases, and each case its length and its bytes; numbers
// have four bytes, the most significant first.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"sort"
	"strings"
)

type message struct {
	Method     string   `json:"method"`
	Target     string   `json:"target"`
	Version    string   `json:"version"`
	Fields     []string `json:"fields"`
	Content    string   `json:"content"`
	Trailers   []string `json:"trailers"`
	IsComplete bool     `json:"isComplete"`
}

type result struct {
	Messages []message `json:"messages"`
	Error    string    `json:"error,omitempty"`
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	// A trailer section has to fit into the buffer.
	connection := bufio.NewReaderSize(nil, 1<<17)
	for {
		count, err := readNumber(in)
		if err == io.EOF {
			return
		}
		check(err)
		for ; count > 0; count-- {
			length, err := readNumber(in)
			check(err)
			content := make([]byte, length)
			_, err = io.ReadFull(in, content)
			check(err)
			connection.Reset(bytes.NewReader(content))
			check(encoder.Encode(readRequests(connection)))
		}
		check(out.Flush())
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func readNumber(in io.Reader) (uint32, error) {
	var number uint32
	err := binary.Read(in, binary.BigEndian, &number)
	return number, err
}

// Reads requests until the end of the bytes, an error, or a request after which the connection closes.
func readRequests(connection *bufio.Reader) result {
	read := result{Messages: []message{}}
	for {
		skipEmptyLines(connection)
		if _, err := connection.Peek(1); err != nil {
			return read
		}
		request, err := http.ReadRequest(connection)
		if err != nil {
			read.Error = describe(err)
			return read
		}
		content, err := io.ReadAll(request.Body)
		read.Messages = append(read.Messages, message{
			Method:     latin1(request.Method),
			Target:     latin1(request.RequestURI),
			Version:    strings.TrimPrefix(request.Proto, "HTTP/"),
			Fields:     append(hostOf(request), list(request.Header)...),
			Content:    latin1(string(content)),
			Trailers:   list(request.Trailer),
			IsComplete: err == nil,
		})
		if err != nil {
			read.Error = describe(err)
			return read
		}
		if request.Close {
			return read
		}
	}
}

// RFC 9112 section 2.2. ReadRequest leaves it to the server, which does so behind the content of a POST.
func skipEmptyLines(connection *bufio.Reader) {
	for lines := 0; lines < 4; lines++ {
		if start, _ := connection.Peek(2); string(start) != "\r\n" {
			return
		}
		_, _ = connection.Discard(2)
	}
}

// The empty text if more bytes could follow.
func describe(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.HasSuffix(err.Error(), "unexpected EOF reading trailer") {
		return ""
	}
	return latin1(err.Error())
}

// ReadRequest takes this field out of the header.
func hostOf(request *http.Request) []string {
	if request.Host == "" {
		return []string{}
	}
	return []string{"host", latin1(request.Host)}
}

// Names in lower case and in their order, and values, alternating.
func list(header http.Header) []string {
	names := make([]string, 0, len(header))
	for name := range header {
		names = append(names, name)
	}
	sort.Strings(names)
	fields := []string{}
	for _, name := range names {
		for _, value := range header[name] {
			fields = append(fields, latin1(strings.ToLower(name)), latin1(value))
		}
	}
	return fields
}

// One unit for each byte.
func latin1(text string) string {
	units := make([]rune, len(text))
	for index := 0; index < len(text); index++ {
		units[index] = rune(text[index])
	}
	return string(units)
}
