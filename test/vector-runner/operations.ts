// Which function of ours answers which operation of the vectors.
import { z } from 'zod'
import { allocate, decimalString, exponent, round, toProviderUnits } from '#kernel/money.ts'
import { isPublicAddress, nothingAllowed, outboundUrlFault } from '#platform/net/addresses.ts'
import type { Operation } from './run.ts'

const currency = z.string()
const amount = z.number()
const whole = z.union([z.int(), z.string()]).transform(BigInt)

export const operations: Readonly<Record<string, Operation>> = {
  'money.round': bind({ numerator: whole, denominator: whole }, (input) => round(input.numerator, input.denominator)),
  'money.allocate': bind({ total: amount, weights: z.array(amount) }, (input) => allocate(input.total, input.weights)),
  'money.exponent': bind({ currency }, (input) => exponent(input.currency)),
  'money.to_provider': bind({ provider: z.string(), currency, amount }, (input) => ({
    amount: toProviderUnits(input.provider, input.currency, input.amount),
  })),
  'money.decimal_string': bind({ currency, amount }, (input) => decimalString(input.amount, input.currency)),

  'webhook.ip_allowed': bind({ ip: z.string() }, (input) => isPublicAddress(input.ip)),
  'webhook.url_allowed': bind(
    { url: z.string(), production: z.boolean() },
    (input) => outboundUrlFault(input.url, { isProduction: input.production, allowance: nothingAllowed }) === null,
  ),
}

function bind<Shape extends z.ZodRawShape>(shape: Shape, run: (input: z.output<z.ZodObject<Shape>>) => unknown): Operation {
  const schema = z.object(shape)
  return (input) => run(schema.parse(input))
}
