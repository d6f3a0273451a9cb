// An example: texts, calls and their results for OpenAI's chat completions.
//
// go build -o openai ./examples/openai && pytest --promptfmt-impl=cmd:./openai
package main

import (
	"fmt"
	"log"
	"promptfmt"
	"regexp"
	"sort"
)

type object = map[string]any

var name = regexp.MustCompile("^[A-Za-z0-9_-]{1,64}$")

func chat(conversation promptfmt.Conversation, _ promptfmt.Options) (any, error) {
	messages, calls, waiting := []object{}, []object{}, map[string]bool{}
	for _, message := range conversation.Messages {
		asks := message.Role == "assistant" // then its texts come first, else the results do
		blocks := append([]promptfmt.Block{}, message.Content...)
		sort.SliceStable(blocks, func(i, j int) bool {
			return (blocks[i].Type == "text") != (blocks[j].Type == "text") && (blocks[i].Type == "text") == asks
		})
		for _, block := range blocks {
			switch {
			case block.Type == "text" && len(waiting) == 0:
				messages = append(messages, object{"role": message.Role, "content": block.Text})
			case block.Type == "tool_use" && asks && name.MatchString(block.Name):
				if len(waiting) == 0 {
					calls = []object{}
					messages = append(messages, object{"role": "assistant"})
				}
				arguments, err := promptfmt.Spell(block.Input)
				if err != nil {
					return nil, err
				}
				function := object{"name": block.Name, "arguments": arguments}
				calls = append(calls, object{"id": block.ID, "type": "function", "function": function})
				messages[len(messages)-1]["tool_calls"] = calls
				waiting[block.ID] = true
			case block.Type == "tool_result" && waiting[block.ID] && len(block.OutputMedia()) == 0:
				messages = append(messages, object{"role": "tool", "tool_call_id": block.ID, "content": block.OutputText()})
				delete(waiting, block.ID)
			default:
				return nil, fmt.Errorf("no place for this %s", block.Type)
			}
		}
	}
	if len(waiting) > 0 {
		return nil, fmt.Errorf("no result of %v", waiting)
	}
	return messages, nil
}

func main() {
	claims := promptfmt.Claims{Blocks: []string{"tool"}}
	table := map[string]promptfmt.Formatter{"openai.chat": {Format: chat, Claims: claims}}
	if err := promptfmt.Serve("go-example", "0.1.0", table); err != nil {
		log.Fatal(err)
	}
}
