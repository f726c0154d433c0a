// Package client has the client under test of the README.
package client

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// FetchName returns the name of a user. It repeats a request after an error of the server.
func FetchName(client *http.Client, base string, id int) (string, error) {
	for {
		response, err := client.Get(fmt.Sprintf("%s/users/%d", base, id))
		if err != nil {
			return "", err
		}
		defer response.Body.Close()
		if response.StatusCode >= 500 {
			continue
		}
		var user struct{ Name string }
		err = json.NewDecoder(response.Body).Decode(&user)
		return user.Name, err
	}
}
