import { toast } from '#web/ui/overlays/toasts.ts'

/** Copies a text and tells so. For acts of menus and the palette, whose place is gone afterwards. */
export function copy(text: string, told: string): void {
  void navigator.clipboard.writeText(text).then(() => toast(told))
}
