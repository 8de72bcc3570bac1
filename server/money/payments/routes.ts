import { type Route, route } from '#platform/http/route.ts'
import { resolveSandboxAction } from './actions/resolve-sandbox-action.ts'
import { paymentRefusals } from './refusals.ts'
import { sandboxAction, sandboxActionParams, sandboxActionResult } from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/sandbox/actions/{intent_client_secret}',
    name: 'sandbox:resolve_action',
    summary: 'Approves or refuses the further action that the sandbox processor asked the buyer for.',
    access: 'client-secret',
    params: sandboxActionParams,
    body: sandboxAction,
    answer: sandboxActionResult,
    addition: true,
    refusals: [paymentRefusals.ResourceNotFound],
    handle: async ({ tx, params, body, platform, now }) => {
      const status = await resolveSandboxAction(tx, { platform, secret: params.intent_client_secret, isApproved: body.approve, now })
      return { status }
    },
  }),
]
