"""An oracle for the decoder of HTTP/1: what h11 reads of the bytes of a connection.

It reads batches of cases on its standard input, and writes a line of JSON for each case. A batch is the number of its cases, and
each case its length and its bytes; numbers have four bytes, the most significant first.
"""

import json
import struct
import sys

import h11

MAX_HEAD = 1 << 20
MAX_EMPTY_LINES = 4


def read_requests(data):
    """Reads requests until the end of the bytes, an error, or a request after which the connection closes."""
    messages = []
    while True:
        data = skip_empty_lines(data)
        if not data:
            return {"messages": messages}
        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=MAX_HEAD)
        connection.receive_data(data)
        try:
            if not read_request(connection, messages):
                return {"messages": messages}
        except h11.RemoteProtocolError as error:
            return {"messages": messages, "error": str(error)}
        if connection.their_state is h11.MIGHT_SWITCH_PROTOCOL:
            # The server does not switch.
            connection.send(h11.Response(status_code=200, headers=[]))
        if connection.their_state is h11.MUST_CLOSE:
            return {"messages": messages}
        data = connection.trailing_data[0]


def skip_empty_lines(data):
    """RFC 9112 section 2.2, which h11 leaves to its caller."""
    for _ in range(MAX_EMPTY_LINES):
        if not data.startswith(b"\r\n"):
            break
        data = data[2:]
    return data


def read_request(connection, messages):
    """Returns whether the request is complete."""
    message = None
    while True:
        event = connection.next_event()
        if isinstance(event, h11.Request):
            message = {
                "method": latin1(event.method),
                "target": latin1(event.target),
                "version": latin1(event.http_version),
                "fields": pairs(event.headers),
                "content": "",
                "trailers": [],
                "isComplete": False,
            }
            messages.append(message)
        elif isinstance(event, h11.Data):
            message["content"] += latin1(event.data)
        elif isinstance(event, h11.EndOfMessage):
            message["trailers"] = pairs(event.headers)
            message["isComplete"] = True
            return True
        else:
            return False


def pairs(headers):
    return [latin1(text) for item in headers.raw_items() for text in item]


def latin1(data):
    return bytes(data).decode("latin-1")


def read_number(source):
    data = source.read(4)
    return struct.unpack(">I", data)[0] if data else None


def main():
    source = sys.stdin.buffer
    while (count := read_number(source)) is not None:
        lines = [json.dumps(read_requests(source.read(read_number(source)))) for _ in range(count)]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()


main()
