import { useEffect, useRef } from 'react'
import { showMail } from './show-mail.ts'

/** An email in a sandboxed frame without scripts, as high as its content; without `scheme` in the colour scheme of the browser. */
export function MailFrame({ html, scheme, title }: { html: string; scheme?: 'light' | 'dark'; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const { current } = frame
    if (current === null) return
    showMail(current, html, scheme)
    let width = 0
    const grow = () => {
      const content = current.contentDocument?.body
      if (!content || current.clientWidth === width) return
      width = current.clientWidth
      // The body fills the height of the frame: reset it before measuring.
      current.style.height = '0'
      current.style.height = `${content.scrollHeight}px`
    }
    const observer = new ResizeObserver(grow)
    observer.observe(current)
    grow()
    return () => observer.disconnect()
  }, [html, scheme])
  return (
    <iframe
      className="block h-640 w-full rounded-b-card"
      ref={frame}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      title={title}
    />
  )
}
