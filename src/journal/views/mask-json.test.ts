import assert from 'node:assert/strict';
import { it } from 'node:test';
import { maskJson } from './mask-json.ts';

/** Shows the name and the length of what is masked. */
const mask = (name: string, value: string) => `<${name} ${value.length}>`;

const CASES: readonly (readonly [text: string, masked: string])[] = [
  ['', ''],
  ['no JSON', 'no JSON'],
  ['{"a":"b","c":[1]}', '{"a":"b","c":[1]}'],
  ['{"password":"abc","a":"b"}', '{"password":"<password 3>","a":"b"}'],
  ['{"a":"b","password":"abc"}', '{"a":"b","password":"<password 3>"}'],
  ['{"password":"a","token":"bc"}', '{"password":"<password 1>","token":"<token 2>"}'],
  ['{ "password"\n:\t"abc" }', '{ "password"\n:\t"<password 3>" }'],
  ['"password":"abc"', '"password":"<password 3>"'],
  ['{"password":""}', '{"password":"<password 0>"}'],
  // A name with an escape is the name that it stands for. One that is no JSON is compared as it is.
  [String.raw`{"p\u0061ssword":"abc"}`, String.raw`{"p\u0061ssword":"<password 3>"}`],
  [String.raw`{"p\assword":"abc"}`, String.raw`{"p\assword":"abc"}`],
  // Escapes in a value.
  [String.raw`{"password":"a\"b","a":"c"}`, '{"password":"<password 4>","a":"c"}'],
  [String.raw`{"password":"a\\","a":"c"}`, '{"password":"<password 3>","a":"c"}'],
  // Brackets in a value.
  ['{"password":"a[{b","a":"c"}', '{"password":"<password 4>","a":"c"}'],
  ['{"password":"a]}b","a":"c"}', '{"password":"<password 4>","a":"c"}'],
  ['{"token":["a]","b["],"a":"c"}', '{"token":["<token 2>","<token 2>"],"a":"c"}'],
  // Numbers become texts, except for those of a status.
  ['{"password":-1.5e+3}', '{"password":"<password 7>"}'],
  ['{"password":12}', '{"password":"<password 2>"}'],
  ['{"code":1}', '{"code":1}'],
  ['{"code":500}', '{"code":500}'],
  ['{"code":5000}', '{"code":"<code 4>"}'],
  ['{"code":-500}', '{"code":"<code 4>"}'],
  ['{"otp":500}', '{"otp":"<otp 3>"}'],
  ['{"code":"500"}', '{"code":"<code 3>"}'],
  // Literals, and what is no value.
  ['{"password":null,"a":"b"}', '{"password":null,"a":"b"}'],
  ['{"password":true}', '{"password":true}'],
  ['{"password":}', '{"password":}'],
  ['{"password":],"a":"b"', '{"password":],"a":"b"'],
  ['{"password":-}', '{"password":-}'],
  // Lists and objects, whose names stay.
  [
    '{"token":["a",1,null,{"b":"cd"}],"e":"f"}',
    '{"token":["<token 1>","<token 1>",null,{"b":"<token 2>"}],"e":"f"}',
  ],
  ['{"token":{"b" : "c","d":[["e"]]}}', '{"token":{"b" : "<token 1>","d":[["<token 1>"]]}}'],
  ['{"token":[],"a":"b"}', '{"token":[],"a":"b"}'],
  ['["password","a"]', '["password","a"]'],
  ['{"token":["a" , "b"]}', '{"token":["<token 1>" , "<token 1>"]}'],
  // JSON that is incomplete, or inside another text.
  ['{"password":"abc', '{"password":"<password 3>'],
  [String.raw`{"password":"abc\"`, '{"password":"<password 5>'],
  [String.raw`{"password":"abc\\"`, '{"password":"<password 5>"'],
  ['{"password":"', '{"password":"<password 0>'],
  ['{"password":', '{"password":'],
  ['{"token":["a",{"b":"c"', '{"token":["<token 1>",{"b":"<token 1>"'],
  ['" {"password":"abc"}', '" {"password":"<password 3>"}'],
  ['"password" "a":"b"', '"password" "a":"b"'],
  ['a "password":"b" c "token":"d"', 'a "password":"<password 1>" c "token":"<token 1>"'],
  // Names and spaces of a bounded length.
  [`{"password"${' '.repeat(100)}:"a"}`, `{"password"${' '.repeat(100)}:"<password 1>"}`],
  [`{"password"${' '.repeat(101)}:"a"}`, `{"password"${' '.repeat(101)}:"a"}`],
  [`{"token":{"a"${' '.repeat(100)}:"b"}}`, `{"token":{"a"${' '.repeat(100)}:"<token 1>"}}`],
  [`{"token":{"a"${' '.repeat(101)}:"b"}}`, `{"token":{"<token 1>"${' '.repeat(101)}:"<token 1>"}}`],
];

it('the values of sensitive members are masked, and nothing else changes', () => {
  for (const [text, masked] of CASES) assert.equal(maskJson(text, mask), masked, text);
});

it('a long text is masked in linear time', () => {
  for (const part of ['"', '"password":[', '"a":', '\\"', '{"password":"'])
    assert.ok(maskJson(part.repeat(100_000 / part.length), mask).length > 0, part);
});
