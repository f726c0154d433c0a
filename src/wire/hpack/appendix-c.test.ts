import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HpackDecoder } from './decoder.ts';
import { encodeInteger } from './encoder.ts';

const LIMITS = { tableSize: 4096, storedSize: 65_536, decodedSize: 262_144 };

interface Block {
  readonly bytes: string;
  readonly fields: readonly string[];
  /** The bytes of the dynamic table after the block. */
  readonly tableSize: number;
}

interface Sequence {
  readonly clause: string;
  /** The maximum size of the dynamic table. */
  readonly maxSize?: number;
  readonly blocks: readonly Block[];
}

const REQUEST_1 = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'www.example.com'];
const REQUEST_2 = [...REQUEST_1, 'cache-control', 'no-cache'];
const REQUEST_3 = [
  ':method',
  'GET',
  ':scheme',
  'https',
  ':path',
  '/index.html',
  ':authority',
  'www.example.com',
  'custom-key',
  'custom-value',
];
const FIRST_DATE = 'Mon, 21 Oct 2013 20:13:21 GMT';
const LOCATION = ['location', 'https://www.example.com'];
const RESPONSE_1 = [':status', '302', 'cache-control', 'private', 'date', FIRST_DATE, ...LOCATION];
const RESPONSE_2 = [':status', '307', 'cache-control', 'private', 'date', FIRST_DATE, ...LOCATION];
const RESPONSE_3 = [
  ':status',
  '200',
  'cache-control',
  'private',
  'date',
  'Mon, 21 Oct 2013 20:13:22 GMT',
  ...LOCATION,
  'content-encoding',
  'gzip',
  'set-cookie',
  'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1',
];

const SEQUENCES: readonly Sequence[] = [
  {
    clause: 'C.2.1 literal with indexing',
    blocks: [
      {
        bytes: '400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572',
        fields: ['custom-key', 'custom-header'],
        tableSize: 55,
      },
    ],
  },
  {
    clause: 'C.2.2 literal without indexing',
    blocks: [
      { bytes: '040c 2f73 616d 706c 652f 7061 7468', fields: [':path', '/sample/path'], tableSize: 0 },
    ],
  },
  {
    clause: 'C.2.3 literal never indexed',
    blocks: [
      {
        bytes: '1008 7061 7373 776f 7264 0673 6563 7265 74',
        fields: ['password', 'secret'],
        tableSize: 0,
      },
    ],
  },
  { clause: 'C.2.4 indexed', blocks: [{ bytes: '82', fields: [':method', 'GET'], tableSize: 0 }] },
  {
    clause: 'C.3 requests without Huffman coding',
    blocks: [
      {
        bytes: '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
        fields: REQUEST_1,
        tableSize: 57,
      },
      { bytes: '8286 84be 5808 6e6f 2d63 6163 6865', fields: REQUEST_2, tableSize: 110 },
      {
        bytes: '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
        fields: REQUEST_3,
        tableSize: 164,
      },
    ],
  },
  {
    clause: 'C.4 requests with Huffman coding',
    blocks: [
      { bytes: '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff', fields: REQUEST_1, tableSize: 57 },
      { bytes: '8286 84be 5886 a8eb 1064 9cbf', fields: REQUEST_2, tableSize: 110 },
      {
        bytes: '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
        fields: REQUEST_3,
        tableSize: 164,
      },
    ],
  },
  {
    clause: 'C.5 responses without Huffman coding, with eviction',
    maxSize: 256,
    blocks: [
      {
        bytes:
          '4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
        fields: RESPONSE_1,
        tableSize: 222,
      },
      { bytes: '4803 3330 37c1 c0bf', fields: RESPONSE_2, tableSize: 222 },
      {
        bytes:
          '88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31',
        fields: RESPONSE_3,
        tableSize: 215,
      },
    ],
  },
  {
    clause: 'C.6 responses with Huffman coding, with eviction',
    maxSize: 256,
    blocks: [
      {
        bytes:
          '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
        fields: RESPONSE_1,
        tableSize: 222,
      },
      { bytes: '4883 640e ffc1 c0bf', fields: RESPONSE_2, tableSize: 222 },
      {
        bytes:
          '88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
        fields: RESPONSE_3,
        tableSize: 215,
      },
    ],
  },
];

describe('RFC 7541 appendix C', () => {
  const integers: readonly (readonly [clause: string, mask: number, value: number, hex: string])[] = [
    ['C.1.1', 0x1f, 10, '0a'],
    ['C.1.2', 0x1f, 1337, '1f9a0a'],
    ['C.1.3', 0xff, 42, '2a'],
  ];
  for (const [clause, mask, value, hex] of integers)
    it(`${clause}: the integer ${value}`, () =>
      assert.equal(Buffer.from(encodeInteger(0, mask, value), 'latin1').toString('hex'), hex));

  for (const { clause, maxSize = 4096, blocks } of SEQUENCES)
    it(clause, () => {
      const decoder = new HpackDecoder({ ...LIMITS, tableSize: maxSize });
      for (const { bytes, fields, tableSize } of blocks) {
        const block = Buffer.from(bytes.replaceAll(' ', ''), 'hex');
        const decoded: string[] = [];
        assert.equal(decoder.decode(block, 0, block.length, decoded), 'complete');
        assert.deepEqual(decoded, fields);
        assert.equal(decoder.tableSize, tableSize);
      }
    });
});
