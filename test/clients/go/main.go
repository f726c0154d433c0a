// go-github 28: one task a run, its outcome as JSON.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/google/go-github/v28/github"
)

var (
	ctx          = context.Background()
	clientID     = os.Getenv("CLIENT_ID")
	clientSecret = os.Getenv("CLIENT_SECRET")
)

func main() {
	tasks := map[string]func() any{
		"sign-in":       signIn,
		"get-or-create": getOrCreate,
		"repeated-id":   repeatedID,
		"family":        family,
		"token-in-path": tokenInPath,
	}
	must(json.NewEncoder(os.Stdout).Encode(tasks[os.Args[1]]()))
}

func signIn() any {
	basic := &github.BasicAuthTransport{Username: os.Getenv("LOGIN"), Password: os.Getenv("PASSWORD")}
	client := connect(basic.Client())
	request := &github.AuthorizationRequest{Scopes: []github.Scope{github.ScopeUser}, Note: github.String("go-github")}
	made, _, err := client.Authorizations.Create(ctx, request)
	if _, required := err.(*github.TwoFactorAuthError); required {
		fmt.Fprint(os.Stderr, "code: ")
		code, readError := bufio.NewReader(os.Stdin).ReadString('\n')
		must(readError)
		basic.OTP = strings.TrimSpace(code)
		made, _, err = client.Authorizations.Create(ctx, request)
	}
	must(err)
	return map[string]any{"token": made.GetToken(), "login": loginOf(made.GetToken())}
}

func getOrCreate() any {
	client := asUser()
	answers := []map[string]any{}
	for _, fingerprint := range []string{"", "", "laptop", "laptop"} {
		request := &github.AuthorizationRequest{
			Scopes:       []github.Scope{github.ScopeUser},
			ClientSecret: &clientSecret,
		}
		if fingerprint != "" {
			request.Fingerprint = &fingerprint
		}
		made, _, err := client.Authorizations.GetOrCreateForApp(ctx, clientID, request)
		must(err)
		answers = append(answers, map[string]any{
			"id":    made.GetID(),
			"token": made.GetToken(),
		})
	}
	return map[string]any{"answers": answers}
}

// The client ID is in the path and in the body.
func repeatedID() any {
	request := &github.AuthorizationRequest{ClientID: &clientID, ClientSecret: &clientSecret}
	_, response, _ := asUser().Authorizations.GetOrCreateForApp(ctx, clientID, request)
	return map[string]any{"status": response.StatusCode}
}

func family() any {
	client := asUser()
	made, _, err := client.Authorizations.Create(ctx, &github.AuthorizationRequest{
		Scopes: []github.Scope{github.ScopeGist},
		Note:   github.String("go-github"),
	})
	must(err)
	list, _, err := client.Authorizations.List(ctx, nil)
	must(err)
	listed := []int64{}
	for _, each := range list {
		listed = append(listed, each.GetID())
	}
	update := &github.AuthorizationUpdateRequest{AddScopes: []string{"user"}}
	changed, _, err := client.Authorizations.Edit(ctx, made.GetID(), update)
	must(err)
	read, _, err := client.Authorizations.Get(ctx, made.GetID())
	must(err)
	deleted, err := client.Authorizations.Delete(ctx, made.GetID())
	must(err)
	again, _ := client.Authorizations.Delete(ctx, made.GetID())
	return map[string]any{
		"id":      made.GetID(),
		"listed":  listed,
		"changed": changed.Scopes,
		"read":    read.Scopes,
		"deleted": deleted.StatusCode,
		"again":   again.StatusCode,
	}
}

func tokenInPath() any {
	made, _, err := asUser().Authorizations.Create(ctx, &github.AuthorizationRequest{
		ClientID:     &clientID,
		ClientSecret: &clientSecret,
	})
	must(err)
	application := connect((&github.BasicAuthTransport{Username: clientID, Password: clientSecret}).Client())
	checked, _, err := application.Authorizations.Check(ctx, clientID, made.GetToken())
	must(err)
	renewed, _, err := application.Authorizations.Reset(ctx, clientID, made.GetToken())
	must(err)
	_, old, _ := application.Authorizations.Check(ctx, clientID, made.GetToken())
	revoked, err := application.Authorizations.Revoke(ctx, clientID, renewed.GetToken())
	must(err)
	_, again, _ := application.Authorizations.Check(ctx, clientID, renewed.GetToken())
	return map[string]any{
		"made":    map[string]any{"id": made.GetID(), "token": made.GetToken()},
		"checked": map[string]any{"id": checked.GetID(), "token": checked.GetToken(), "login": checked.User.GetLogin()},
		"renewed": map[string]any{"id": renewed.GetID(), "token": renewed.GetToken()},
		"after":   []int{old.StatusCode, revoked.StatusCode, again.StatusCode},
	}
}

func asUser() *github.Client {
	basic := &github.BasicAuthTransport{Username: os.Getenv("LOGIN"), Password: os.Getenv("PASSWORD")}
	return connect(basic.Client())
}

func connect(transport *http.Client) *github.Client {
	client, err := github.NewEnterpriseClient(os.Getenv("BASE"), os.Getenv("BASE"), transport)
	must(err)
	return client
}

type bearer string

func (token bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("Authorization", "token "+string(token))
	return http.DefaultTransport.RoundTrip(request)
}

// The user of the token, by both calls of the library.
func loginOf(token string) string {
	client := connect(&http.Client{Transport: bearer(token)})
	user, _, err := client.Users.Get(ctx, "")
	must(err)
	named, _, err := client.Users.Get(ctx, user.GetLogin())
	must(err)
	return named.GetLogin()
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
