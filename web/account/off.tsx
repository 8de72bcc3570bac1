import { Card, CardBody } from '#web/ui/showing/card.tsx'
import { Text } from '#web/ui/words/text.tsx'

/** Stands where something would be done that is switched off here. */
export function Off({ text }: { text: string }) {
  return (
    <Card>
      <CardBody>
        <Text as="p" size="label" tone="muted">
          {text}
        </Text>
      </CardBody>
    </Card>
  )
}
