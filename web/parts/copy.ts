import { toast } from '#web/ui/overlays/toasts.ts'

/** Copies a text and confirms it with a toast. For menus and the palette, which close after the action. */
export function copy(text: string, message: string): void {
  void navigator.clipboard.writeText(text).then(() => toast(message))
}
