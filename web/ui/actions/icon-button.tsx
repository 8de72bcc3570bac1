import { Tooltip } from '../overlays/tooltip.tsx'
import { BareIconButton, type IconButtonProps } from './bare-icon-button.tsx'

/** An act shown by a drawing. `label` names it for readers and in its tooltip; `hint={false}` leaves the tooltip out. */
export function IconButton({ hint = true, ...props }: IconButtonProps & { hint?: boolean | undefined }) {
  const button = <BareIconButton {...props} />
  return hint ? <Tooltip text={props.label}>{button}</Tooltip> : button
}
