import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Text } from '#web/ui/text/text.tsx'

/** Replaces a form whose feature is disabled on this server. */
export function DisabledNotice({ text }: { text: string }) {
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
