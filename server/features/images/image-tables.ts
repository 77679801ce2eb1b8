import type { Generated } from 'kysely';

export interface ImageTables {
  image: {
    member_id: bigint;
    id: string;
    hash: Buffer;
    webp: Buffer;
    /** Thumbnail; null for images older than thumbnails. */
    small: Buffer | null;
    width: number;
    height: number;
    uploaded_at: Generated<Date>;
    holder: string | null;
  };
  image_upload: {
    member_id: bigint;
    uploaded_at: Generated<Date>;
    sent_hash: Buffer;
    image_id: string | null;
    is_damaged: Generated<boolean>;
    drawing_at: Date | null;
    is_slow: Generated<boolean>;
  };
}
