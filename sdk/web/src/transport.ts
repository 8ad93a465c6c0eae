/** A connection of which only this is asked: send a text, be told of texts, end. */
export interface Listener {
  opened(): void;
  said(text: string): void;
  closed(): void;
}

export interface Transport {
  send(text: string): void;
  close(): void;
}

export type Connect = (listener: Listener) => Transport;

/** The server's WebSocket, such as `ws://127.0.0.1:8770/app`. Needs no more than the platform's own `WebSocket`. */
export function webSocket(url: string): Connect {
  return (listener) => {
    const socket = new WebSocket(url, "handrail.app.1");
    socket.onopen = () => listener.opened();
    socket.onmessage = (message) => {
      if (typeof message.data === "string") listener.said(message.data);
    };
    socket.onclose = () => listener.closed();
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}
