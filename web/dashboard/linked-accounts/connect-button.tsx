import type { ReactNode } from 'react'
import type { BenefitType } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/linked-accounts/messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { OpenIcon } from '#web/ui/icons/index.ts'
import { saveDraft } from './draft.ts'

const NOT_SET_UP = 404

/**
 * Leads to the page of Discord or GitHub on which the merchant chooses a server, or the account that stands for them. `values`: the form
 * to return to, if there is one.
 */
export function ConnectButton(props: {
  provider: 'discord' | 'github'
  values?: object | undefined
  variant?: 'plain' | 'primary'
  children: ReactNode
}) {
  const { provider, values, variant } = props
  const { id } = useOrganization()
  const authorize = useAction(client.connections.authorize)
  const connect = async () => {
    const result = await authorize.run({ provider, organizationId: id })
    if (!result || result.error) return
    if (values !== undefined) saveDraft({ path: location.pathname, values: values as { type: BenefitType } })
    location.assign(result.data.url)
  }
  const { error } = authorize
  return (
    <Permitted needs="benefits:write">
      <div className="grid justify-items-start gap-6">
        <Button busy={authorize.busy} icon={OpenIcon} onClick={() => void connect()} variant={variant}>
          {props.children}
        </Button>
        {error !== null && (
          <p className="text-caption text-bad" role="alert">
            {error.status === NOT_SET_UP ? t(`unavailable.${provider}`) : errorText(error)}
          </p>
        )}
      </div>
    </Permitted>
  )
}
