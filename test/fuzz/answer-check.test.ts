// Tests of the answer check: it finds each kind of fault, and none in correct answers.
import { expect, test } from 'vitest'
import { type Fault, faultsOf, type WorkedAnswer } from './answer-check.ts'
import { type OpenApi, parseDocument } from './document.ts'
import type { CallerName, Plan } from './plans.ts'
import { emptyPools } from './pools.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const refusal = json({
  type: 'object',
  required: ['error', 'detail'],
  properties: { error: { const: 'NotFound' }, detail: { type: 'string' } },
})
const thing = json({ type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } })
const document = parseDocument({
  paths: {
    '/v1/things/': {
      get: { responses: { 200: { $ref: '#/components/responses/Thing' }, 204: {}, 404: refusal, 429: {} } },
    },
    '/api/auth/sign-in/email': { post: { responses: { 200: thing, 503: json({ type: 'object', required: ['code'] }) } } },
  },
  components: { schemas: {}, responses: { Thing: thing } },
} as OpenApi)
const [things, signIn] = document.operations

const ID = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const ofMerchant = (name: string) => ({ always: [`whsec-${name}`], unlessClient: [`${name} product`], clientSecrets: [`cs_${name}`] })
const app = { secrets: { own: ofMerchant('own'), foreign: ofMerchant('foreign') }, pools: emptyPools(new Set()) }

interface Case {
  readonly operation?: typeof things | undefined
  readonly method?: string
  readonly caller?: CallerName
  readonly target?: string
  readonly answer: Partial<WorkedAnswer>
}

function check({ operation = things, method = 'GET', caller = 'token', target = '/v1/things/', answer }: Case): string[] {
  if (!operation) throw new Error('The document lacks an operation.')
  const plan: Plan = { index: 0, operation, method, path: {}, query: [], caller, callerAt: 0, headers: {}, body: undefined }
  const usualHeaders = { 'content-type': 'application/json', 'x-request-id': ID, 'x-content-type-options': 'nosniff' }
  const received: WorkedAnswer = {
    status: 200,
    text: `{"id":"${ID}"}`,
    ms: 5,
    workedMs: 1,
    ...answer,
    headers: { ...usualHeaders, ...answer.headers },
  }
  return faultsOf(plan, { method, target, headers: {}, body: undefined }, received, app).map(({ sentence }: Fault) => sentence)
}

const PRODUCT = '{"id":"019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22","name":"foreign product"}'

const FINE: readonly (readonly [name: string, Case])[] = [
  ['an answer as declared', { answer: {} }],
  ['a declared refusal', { answer: { status: 404, text: '{"error":"NotFound","detail":"x"}' } }],
  ['an empty answer where no body is declared', { answer: { status: 204, text: '' } }],
  ['an answer to HEAD', { method: 'HEAD', answer: { text: '' } }],
  ['a product for its own merchant', { caller: 'foreign token', answer: { text: PRODUCT } }],
  ['a product for an administrator of the platform', { caller: 'administrator', answer: { text: PRODUCT } }],
  ['a checkout by its secret', { caller: 'anonymous', target: '/v1/checkouts/client/cs_foreign', answer: { text: PRODUCT } }],
  [
    'a full hashing queue',
    { operation: signIn, answer: { status: 503, headers: { 'retry-after': '2' }, text: '{"code":"X","message":"The server is busy. Y"}' } },
  ],
]

test.each(FINE)('the check reports no fault for %s', (_name, each) => expect(check(each)).toEqual([]))

const FAULTS: readonly (readonly [name: string, Case, RegExp])[] = [
  ['no answer', { answer: { status: undefined, reason: 'cut' } }, /^No answer after 5 ms: cut$/],
  ['an answer that takes too much work', { answer: { workedMs: 2001 } }, /^Answered only after 2001 ms of work$/],
  ['a failure', { answer: { status: 500, text: '{}' } }, /^Failed with 500$/],
  ['a 503 of another cause', { answer: { status: 503, headers: { 'retry-after': '2' }, text: '{}' } }, /^Failed with 503$/],
  [
    'a full hashing queue without Retry-After',
    { operation: signIn, answer: { status: 503, text: 'The server is busy' } },
    /^Failed with 503$/,
  ],
  ['an undeclared status', { answer: { status: 418 } }, /^418 is not declared$/],
  ['a body of another shape', { answer: { text: '{"id":"x"}' } }, /\/id must match format "uuid"/],
  ['a refusal of another code', { answer: { status: 404, text: '{"error":"Gone","detail":"x"}' } }, /must be equal to constant/],
  ['no JSON', { answer: { text: '<p>' } }, /^200 is not JSON$/],
  ['another type', { answer: { headers: { 'content-type': 'text/html' } } }, /^200 is of the type text\/html/],
  ['a body where none is declared', { answer: { status: 204, text: '{}' } }, /^204 has a body and declares none$/],
  ['a head with a body', { method: 'HEAD', answer: {} }, /^200 with a body where none is allowed$/],
  ['a 429 without Retry-After', { answer: { status: 429, text: '' } }, /^429 with Retry-After/],
  ['no request id', { answer: { headers: { 'x-request-id': '' } } }, /has no x-request-id/],
  ['an answer that may be sniffed', { answer: { headers: { 'x-content-type-options': '' } } }, /may be sniffed/],
  ['a foreign product', { answer: { text: PRODUCT } }, /only the foreign merchant may read/],
  [
    'a foreign webhook secret for a holder of a client secret',
    { caller: 'anonymous', target: '/v1/checkouts/client/cs_foreign', answer: { text: `{"id":"${ID}","s":"whsec-foreign"}` } },
    /only the foreign merchant may read/,
  ],
  [
    'a secret for an administrator of the platform',
    { caller: 'administrator', answer: { text: `{"id":"${ID}","s":"whsec-own"}` } },
    /only the own merchant may read/,
  ],
  ['a foreign product for an impersonator', { caller: 'impersonator', answer: { text: PRODUCT } }, /only the foreign merchant may read/],
  [
    'our product for the foreign merchant',
    { caller: 'foreign token', answer: { text: PRODUCT.replace('foreign', 'own') } },
    /only the own merchant may read/,
  ],
  ['a stack', { answer: { text: `{"id":"${ID}","e":"at run (/srv/app/x.js:1:2)"}` } }, /exposes internals/],
  ['a file', { answer: { text: `{"id":"${ID}","e":"server/money/billing/orders/store.ts"}` } }, /exposes internals: server\/money/],
  ['a statement', { answer: { text: `{"id":"${ID}","e":"select a from b"}` } }, /exposes internals: select/],
  ['an error of the database', { answer: { text: `{"id":"${ID}","e":"invalid input syntax for type uuid"}` } }, /exposes internals/],
]

test.each(FAULTS)('the check reports %s', (_name, each, sentence) => expect(check(each)).toContainEqual(expect.stringMatching(sentence)))
