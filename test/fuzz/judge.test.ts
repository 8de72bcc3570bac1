// The judge itself: each kind of fault, made up, is found; what is as it should be is none.
import { expect, test } from 'vitest'
import { type OpenApi, readBook } from './document.ts'
import { type Fault, faultsOf } from './judge.ts'
import { emptyPools } from './known.ts'
import type { CallerName, Plan } from './plans.ts'
import type { Came } from './wire.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const refusal = json({
  type: 'object',
  required: ['error', 'detail'],
  properties: { error: { const: 'NotFound' }, detail: { type: 'string' } },
})
const thing = json({ type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } })
const book = readBook({
  paths: {
    '/v1/things/': {
      get: { responses: { 200: { $ref: '#/components/responses/Thing' }, 204: {}, 404: refusal, 429: {} } },
    },
    '/api/auth/sign-in/email': { post: { responses: { 200: thing, 503: json({ type: 'object', required: ['code'] }) } } },
  },
  components: { schemas: {}, responses: { Thing: thing } },
} as OpenApi)
const [things, signIn] = book.operations

const ID = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const ofMerchant = (name: string) => ({ always: [`whsec-${name}`], unlessClient: [`${name} product`], clientSecrets: [`cs_${name}`] })
const house = { secrets: { own: ofMerchant('own'), foreign: ofMerchant('foreign') }, pools: emptyPools(new Set()) }

interface Case {
  readonly operation?: typeof things | undefined
  readonly method?: string
  readonly caller?: CallerName
  readonly target?: string
  readonly came: Partial<Came>
}

function judged({ operation = things, method = 'GET', caller = 'token', target = '/v1/things/', came }: Case): string[] {
  if (!operation) throw new Error('The document has lost an operation.')
  const plan: Plan = { index: 0, operation, method, path: {}, query: [], caller, callerAt: 0, headers: {}, body: undefined }
  const usual = { 'content-type': 'application/json', 'x-request-id': ID, 'x-content-type-options': 'nosniff' }
  const answer: Came = { status: 200, text: `{"id":"${ID}"}`, ms: 5, ...came, headers: { ...usual, ...came.headers } }
  return faultsOf(plan, { method, target, headers: {}, body: undefined }, answer, house).map(({ sentence }: Fault) => sentence)
}

const PRODUCT = '{"id":"019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22","name":"foreign product"}'

const FINE: readonly (readonly [what: string, Case])[] = [
  ['an answer as declared', { came: {} }],
  ['a declared refusal', { came: { status: 404, text: '{"error":"NotFound","detail":"x"}' } }],
  ['nothing where nothing is declared', { came: { status: 204, text: '' } }],
  ['the head of an answer', { method: 'HEAD', came: { text: '' } }],
  ['what is read by whom it belongs to', { caller: 'foreign token', came: { text: PRODUCT } }],
  ['what an administrator of the platform reads', { caller: 'administrator', came: { text: PRODUCT } }],
  ['a checkout by its secret', { caller: 'nobody', target: '/v1/checkouts/client/cs_foreign', came: { text: PRODUCT } }],
  [
    'a full queue of hashes',
    { operation: signIn, came: { status: 503, headers: { 'retry-after': '2' }, text: '{"code":"X","message":"The server is busy. Y"}' } },
  ],
]

test.each(FINE)('%s is no fault', (_what, one) => expect(judged(one)).toEqual([]))

const FAULTS: readonly (readonly [what: string, Case, RegExp])[] = [
  ['no answer', { came: { status: undefined, reason: 'cut' } }, /^No answer after 5 ms: cut$/],
  ['a late answer', { came: { ms: 2001 } }, /^Answered only after 2001 ms$/],
  ['a failure', { came: { status: 500, text: '{}' } }, /^Failed with 500$/],
  ['a 503 that is not of the queue', { came: { status: 503, headers: { 'retry-after': '2' }, text: '{}' } }, /^Failed with 503$/],
  ['a full queue without a wait', { operation: signIn, came: { status: 503, text: 'The server is busy' } }, /^Failed with 503$/],
  ['an undeclared status', { came: { status: 418 } }, /^418 is not declared$/],
  ['a body of another shape', { came: { text: '{"id":"x"}' } }, /\/id must match format "uuid"/],
  ['a refusal of another code', { came: { status: 404, text: '{"error":"Gone","detail":"x"}' } }, /must be equal to constant/],
  ['no JSON', { came: { text: '<p>' } }, /^200 is no JSON$/],
  ['another type', { came: { headers: { 'content-type': 'text/html' } } }, /^200 is of the type text\/html/],
  ['a body where none is declared', { came: { status: 204, text: '{}' } }, /^204 has a body and declares none$/],
  ['a head with a body', { method: 'HEAD', came: {} }, /^200 with a body where none may be$/],
  ['too often without seconds', { came: { status: 429, text: '' } }, /^429 with Retry-After/],
  ['no request id', { came: { headers: { 'x-request-id': '' } } }, /has no x-request-id/],
  ['an answer that may be sniffed', { came: { headers: { 'x-content-type-options': '' } } }, /may be sniffed/],
  ['a foreign product', { came: { text: PRODUCT } }, /only the foreign merchant may read/],
  [
    'a foreign secret by a client secret',
    { caller: 'nobody', target: '/v1/checkouts/client/cs_foreign', came: { text: `{"id":"${ID}","s":"whsec-foreign"}` } },
    /only the foreign merchant may read/,
  ],
  [
    'a secret for an administrator of the platform',
    { caller: 'administrator', came: { text: `{"id":"${ID}","s":"whsec-own"}` } },
    /only the own merchant may read/,
  ],
  ['a product for who borrowed a session', { caller: 'borrower', came: { text: PRODUCT } }, /only the foreign merchant may read/],
  [
    'our product for them',
    { caller: 'foreign token', came: { text: PRODUCT.replace('foreign', 'own') } },
    /only the own merchant may read/,
  ],
  ['a stack', { came: { text: `{"id":"${ID}","e":"at run (/srv/app/x.js:1:2)"}` } }, /tells of the inside/],
  ['a file', { came: { text: `{"id":"${ID}","e":"server/money/orders/store.ts"}` } }, /tells of the inside: server\/money/],
  ['a statement', { came: { text: `{"id":"${ID}","e":"select a from b"}` } }, /tells of the inside: select/],
  ['an error of the database', { came: { text: `{"id":"${ID}","e":"invalid input syntax for type uuid"}` } }, /tells of the inside/],
]

test.each(FAULTS)('%s is found', (_what, one, sentence) => expect(judged(one)).toContainEqual(expect.stringMatching(sentence)))
