package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// errGone says that the platform has no such endpoint.
var errGone = errors.New("no such webhook endpoint")

// webhook is the endpoint as the platform's JSON has it.
type webhook struct {
	ID        string   `json:"id,omitempty"`
	URL       string   `json:"url"`
	Events    []string `json:"events"`
	Secret    string   `json:"secret,omitempty"`
	Status    string   `json:"status,omitempty"`
	CreatedAt string   `json:"created_at,omitempty"`
}

type platform struct {
	address string
	key     string
	client  *http.Client
}

func newPlatform(address, key string) *platform {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	// Go keeps two idle connections to a host unless told otherwise, and would open one for nearly every request.
	transport.MaxIdleConnsPerHost = 16
	return &platform{address: address, key: key, client: &http.Client{Transport: transport}}
}

func (p *platform) create(ctx context.Context, wanted webhook) (webhook, error) {
	return p.call(ctx, http.MethodPost, "/v1/webhooks", wanted)
}

func (p *platform) read(ctx context.Context, id string) (webhook, error) {
	return p.call(ctx, http.MethodGet, "/v1/webhooks/"+url.PathEscape(id), nil)
}

func (p *platform) update(ctx context.Context, id string, wanted webhook) (webhook, error) {
	return p.call(ctx, http.MethodPatch, "/v1/webhooks/"+url.PathEscape(id), wanted)
}

func (p *platform) delete(ctx context.Context, id string) error {
	_, err := p.call(ctx, http.MethodDelete, "/v1/webhooks/"+url.PathEscape(id), nil)
	return err
}

func (p *platform) call(ctx context.Context, method, path string, body any) (webhook, error) {
	var answer webhook
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return answer, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, p.address+path, &content)
	if err != nil {
		return answer, err
	}
	request.Header.Set("Authorization", "Bearer "+p.key)
	request.Header.Set("Content-Type", "application/json")
	response, err := p.client.Do(request)
	if err != nil {
		return answer, err
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusNotFound:
		return answer, errGone
	case response.StatusCode == http.StatusNoContent:
		return answer, nil
	case response.StatusCode >= 300:
		return answer, fmt.Errorf("%s %s: %s", method, path, response.Status)
	}
	return answer, json.NewDecoder(response.Body).Decode(&answer)
}
