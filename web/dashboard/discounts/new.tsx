import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { NewForm } from '#web/shell/form/form-page.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { discountPage } from './form.tsx'

/** Creates a discount; its amount is in the default currency of the organization. */
export default function NewDiscount() {
  const merchant = useQuery(apiQuery('organizations', 'get', useOrganization().id))
  return (
    <QueryContent query={merchant}>
      {({ defaultCurrency }) => <NewForm page={discountPage} values={{ currency: defaultCurrency }} />}
    </QueryContent>
  )
}
