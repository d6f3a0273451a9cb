// Package promptfmt is the bridge between pytest-promptfmt and formatters in Go: JSON Lines on the standard streams,
// protocol 1. It has the loop, the conversation as types, and sees to what a formatter does beside formatting.
package promptfmt

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sort"
	"strings"
)

// Conversation is what a formatter is given.
type Conversation struct {
	Messages []Message `json:"messages"`
	Tools    []Tool    `json:"tools,omitempty"`
	Speaker  string    `json:"speaker,omitempty"`
}

// Message has a name, which is its role where nobody is named, and blocks; a result means the same in any role.
type Message struct {
	Name    string  `json:"name"`
	Role    string  `json:"role"`
	Content []Block `json:"content"`
}

// Block is a text, a thought, a call, a result, or media, by its Type; numbers in Input are json.Number, and exact.
type Block struct {
	Type      string         `json:"type"`
	Text      string         `json:"text,omitempty"`
	Thinking  string         `json:"thinking,omitempty"`
	Signature string         `json:"signature,omitempty"`
	Data      string         `json:"data,omitempty"`
	ID        string         `json:"id,omitempty"`
	Name      string         `json:"name,omitempty"`
	Input     map[string]any `json:"input,omitempty"`
	Output    *Output        `json:"output,omitempty"`
	IsError   bool           `json:"is_error,omitempty"`
	Source    *Source        `json:"source,omitempty"`
}

// Output is a text, or texts and media.
type Output struct {
	Text   string
	Blocks []Block
}

// Source is an address, or base64 with its media type. An address without a scheme, or file://, is a file here.
type Source struct {
	Type      string `json:"type"`
	URL       string `json:"url,omitempty"`
	MediaType string `json:"media_type,omitempty"`
	Data      string `json:"data,omitempty"`
}

// Tool is a function on offer; Parameters is a JSON Schema.
type Tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Parameters  map[string]any `json:"parameters"`
}

// Options has a Budget where the target claims truncation and the case asks for it; Count is the kit's counter.
type Options struct {
	Budget *int
	Count  func(payload any) (int, error)
}

// Format makes a payload. An error that it returns is a refusal, a panic an accident.
type Format func(Conversation, Options) (any, error)

// Claims are what a formatter can do; Blocks nil means all that the dialect carries.
type Claims struct {
	Blocks                   []string
	Truncation, Layer, Model string
	Refuses                  []string // the limits that it declares
}

// MarshalJSON leaves out what is not claimed; an empty list of blocks is a claim.
func (c Claims) MarshalJSON() ([]byte, error) {
	claimed := map[string]any{}
	for key, value := range map[string]string{"truncation": c.Truncation, "layer": c.Layer, "model": c.Model} {
		if value != "" {
			claimed[key] = value
		}
	}
	for key, value := range map[string][]string{"blocks": c.Blocks, "refuses": c.Refuses} {
		if value != nil {
			claimed[key] = value
		}
	}
	return spell(claimed)
}

// Formatter is a function with its claims.
type Formatter struct {
	Format Format
	Claims Claims
}

// Connects is the error of the network, which nobody may reach.
type Connects struct{ Host string }

func (e Connects) Error() string { return e.Host }

type request struct {
	ID           json.RawMessage `json:"id"`
	Target       string          `json:"target"`
	Conversation json.RawMessage `json:"conversation"`
	Budget       *int            `json:"budget"`
	Count        int             `json:"count"`
}

type told struct {
	Kind    string `json:"kind"`
	Type    string `json:"type"`
	Message string `json:"message"`
	Where   string `json:"where,omitempty"`
}

type answer struct {
	ID      json.RawMessage `json:"id"`
	Payload json.RawMessage `json:"payload,omitempty"`
	Count   json.RawMessage `json:"count,omitempty"`
	Error   *told           `json:"error,omitempty"`
	Changed string          `json:"changed_input,omitempty"`
}

type server struct {
	in    *bufio.Reader
	out   io.Writer
	table map[string]Formatter
	tried string
}

// Serve answers until standard input ends. What is printed goes to standard error, since standard output is the
// protocol's; http.DefaultTransport lets nobody out.
func Serve(name, version string, table map[string]Formatter) error {
	s := &server{in: bufio.NewReader(os.Stdin), out: os.Stdout, table: table}
	os.Stdout = os.Stderr
	http.DefaultTransport = s
	claims := map[string]Claims{}
	for target, formatter := range table {
		claims[target] = formatter.Claims
	}
	if err := s.say(map[string]any{"promptfmt": 1, "name": name, "version": version, "formatters": claims}); err != nil {
		return err
	}
	for {
		asked, err := s.read()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		s.tried = ""
		said := s.answered(asked)
		if s.tried != "" {
			said = answer{Error: &told{"connects", "Connects", s.tried, ""}}
		}
		said.ID = asked.ID
		if err := s.say(said); err != nil {
			return err
		}
	}
}

func (s *server) read() (asked request, err error) {
	line, err := s.in.ReadBytes('\n') // a line may have megabytes
	if err == nil {
		err = json.Unmarshal(line, &asked)
	}
	return asked, err
}

func (s *server) say(value any) error {
	line, err := spell(value)
	if err == nil {
		_, err = s.out.Write(append(line, '\n'))
	}
	return err
}

// RoundTrip refuses, and keeps whom the formatter tried to reach.
func (s *server) RoundTrip(sent *http.Request) (*http.Response, error) {
	s.tried = sent.URL.Host
	return nil, Connects{sent.URL.Host}
}

func (s *server) answered(asked request) (said answer) {
	defer func() {
		if thrown := recover(); thrown != nil {
			said = answer{Error: &told{"raised", fmt.Sprintf("%T", thrown), fmt.Sprint(thrown), place()}}
		}
	}()
	formatter, ok := s.table[asked.Target]
	if !ok {
		return refused(fmt.Errorf("there is no formatter for %s", asked.Target))
	}
	if halfACharacter(asked.Conversation) {
		return refused(errors.New("half a surrogate pair, which no string of Go's can hold"))
	}
	var given, before Conversation
	for _, conversation := range []*Conversation{&given, &before} {
		if err := parse(asked.Conversation, conversation); err != nil {
			return refused(err)
		}
	}
	count := func(payload any) (int, error) {
		spelled, err := spell(payload)
		if err == nil {
			err = s.say(answer{ID: asked.ID, Count: spelled})
		}
		if err != nil {
			return 0, err
		}
		back, err := s.read()
		return back.Count, err
	}
	payload, err := formatter.Format(given, Options{asked.Budget, count})
	if err != nil {
		return refused(err)
	}
	spelled, err := spell(payload)
	if err != nil {
		return answer{Error: &told{"raised", fmt.Sprintf("%T", err), err.Error(), ""}}
	}
	return answer{Payload: spelled, Changed: Difference(before, given)}
}

func refused(err error) answer {
	var network Connects
	if errors.As(err, &network) {
		return answer{Error: &told{"connects", "Connects", network.Host, ""}}
	}
	return answer{Error: &told{"refused", strings.TrimLeft(fmt.Sprintf("%T", err), "*"), err.Error(), ""}}
}

// parse keeps numbers as they are written.
func parse(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(value)
}

// spell is JSON without escapes that only HTML needs.
func spell(value any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimRight(line.Bytes(), "\n"), err
}

// Spell is a value as JSON, such as the arguments of a call.
func Spell(value any) (string, error) {
	text, err := spell(value)
	return string(text), err
}

// halfACharacter finds a surrogate's escape without the other one, which Go would silently replace.
func halfACharacter(text []byte) bool {
	high := false
	for i := 0; i < len(text); i++ {
		unit := 0
		if text[i] == '\\' {
			i++
			if text[i] == 'u' {
				fmt.Sscanf(string(text[i+1:i+5]), "%04x", &unit)
				i += 4
			}
		}
		low := unit >= 0xDC00 && unit <= 0xDFFF
		if high != low {
			return true
		}
		high = unit >= 0xD800 && unit <= 0xDBFF
	}
	return high
}

// place is file and line of the innermost frame of a panic that is neither Go's nor this package's.
func place() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") && !strings.HasPrefix(frame.Function, "promptfmt.") {
			return fmt.Sprintf("%s:%d in %s", filepath.Base(frame.File), frame.Line, frame.Function)
		}
		if !more {
			return ""
		}
	}
}

// Difference is the JSON path of the first place in which two values differ, empty where they are equal.
func Difference(one, other any) string {
	a, errA := plain(one)
	b, errB := plain(other)
	if errA != nil || errB != nil {
		return "$"
	}
	return difference(a, b, "$")
}

func plain(value any) (found any, err error) {
	text, err := spell(value)
	if err == nil {
		err = parse(text, &found)
	}
	return found, err
}

func difference(one, other any, path string) string {
	switch one := one.(type) {
	case []any:
		other, ok := other.([]any)
		if !ok || len(one) != len(other) {
			return path
		}
		for i := range one {
			if found := difference(one[i], other[i], fmt.Sprintf("%s[%d]", path, i)); found != "" {
				return found
			}
		}
	case map[string]any:
		other, ok := other.(map[string]any)
		if !ok {
			return path
		}
		for _, key := range keys(one, other) {
			a, here := one[key]
			b, there := other[key]
			if here != there {
				return path + "." + key
			}
			if found := difference(a, b, path+"."+key); found != "" {
				return found
			}
		}
	default:
		if !reflect.DeepEqual(one, other) {
			return path
		}
	}
	return ""
}

func keys(maps ...map[string]any) (found []string) {
	seen := map[string]bool{}
	for _, each := range maps {
		for key := range each {
			if !seen[key] {
				seen[key] = true
				found = append(found, key)
			}
		}
	}
	sort.Strings(found)
	return found
}

// UnmarshalJSON takes a text, a list of texts and media, or null.
func (o *Output) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		o.Blocks = []Block{}
		return json.Unmarshal(text, &o.Blocks)
	}
	return json.Unmarshal(text, &o.Text)
}

// MarshalJSON gives it back.
func (o Output) MarshalJSON() ([]byte, error) {
	if o.Blocks != nil {
		return spell(o.Blocks)
	}
	return spell(o.Text)
}

// OutputText is what a result says: of a list the texts, joined with newlines.
func (b Block) OutputText() string {
	if b.Output == nil {
		return ""
	}
	said := []string{}
	for _, part := range b.Output.Blocks {
		if part.Type == "text" {
			said = append(said, part.Text)
		}
	}
	return b.Output.Text + strings.Join(said, "\n")
}

// OutputMedia is what a result shows beside.
func (b Block) OutputMedia() (shown []Block) {
	if b.Output == nil {
		return nil
	}
	for _, part := range b.Output.Blocks {
		if part.Type != "text" {
			shown = append(shown, part)
		}
	}
	return shown
}
