import { createBuyer } from '#client/buyer.ts'
import { createHttp } from '#client/http.ts'

/** The calls of the checkout page. */
export const { buyer, sandbox } = createBuyer(createHttp())
