import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Text } from '#web/ui/text/text.tsx'

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
