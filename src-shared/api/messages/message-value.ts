/** What is said, before a language is chosen: the id of a template in the catalogues, and the values it takes. */
export interface Message {
  readonly id: string;
  readonly params: Readonly<Record<string, MessageValue>>;
}

/** A value of a message: a text or number, another message, or a list of these. */
export type MessageValue = string | number | Message | readonly (string | number | Message)[];
