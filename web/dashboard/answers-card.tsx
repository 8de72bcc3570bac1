import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { type AnswerData, type AnsweredField, answeredFieldOf, answerRows } from '#web/parts/custom-fields/answers.ts'
import { t } from '#web/parts/custom-fields/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { useLanguage } from '#web/ui/language.tsx'

const maxListed = 100

/** The answers of a buyer to custom fields; nothing if there is none. Without `fields`, those of the organization name the answers. */
export function AnswersCard({ data, fields }: { data: AnswerData; fields?: readonly AnsweredField[] }) {
  const { id: organizationId } = useOrganization()
  const { locale } = useLanguage()
  const may = useMay()
  const isEmpty = Object.values(data).every((value) => value === null)
  const query = { organizationId, limit: maxListed, sorting: ['name'] } as const
  const isNeeded = fields === undefined && !isEmpty && may('custom_fields:read')
  const found = useQuery({ ...apiQuery('customFields', 'list', query), enabled: isNeeded })
  // Names that follow keys would move the rows while they are read.
  if (isEmpty || (isNeeded && found.isPending)) return null
  const known = fields ?? found.data?.items.map(answeredFieldOf) ?? []
  const rows = answerRows(data, known, { locale, yes: t('answers.yes'), no: t('answers.no') })
  return (
    <Card>
      <CardHead title={t('answers.title')} />
      <CardBody underHead>
        <DescriptionList
          items={rows.map(([name, text]) => [
            name,
            <span className="[overflow-wrap:anywhere] whitespace-pre-line" key={name}>
              {text}
            </span>,
          ])}
        />
      </CardBody>
    </Card>
  )
}
