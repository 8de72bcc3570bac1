import { z } from 'zod'
import { addition } from '#platform/http/wire-parts.ts'

/** The receipt of an order as it is emailed, without the link to the purchase, which is for the buyer alone. */
export const receiptEmail = z
  .object({
    email: z.string().meta({ description: 'The recipient: the present email of the customer.' }),
    language: z.string().meta({ description: 'The language of the receipt, such as `de`.' }),
    subject: z.string(),
    html: z.string(),
    text: z.string().meta({ description: 'The same content as plain text.' }),
  })
  .meta({ id: 'ReceiptEmail', ...addition })

export type ReceiptEmailWire = z.output<typeof receiptEmail>
