package dev.taskd.application.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** UTF-8 that is read without forgiveness: what does not decode is refused, never replaced. */
final class Utf8 {
  private Utf8() {}

  static String decode(byte[] bytes) throws InvalidJson {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult end = decoder.decode(in, out, true);
    if (end.isError()) {
      throw new InvalidJson("not UTF-8 (byte " + (in.position() + 1) + ")");
    }
    return out.flip().toString();
  }

  /** How long {@code text} is in UTF-8. Half of a surrogate pair has no encoding and is refused. */
  static long length(String text) throws InvalidJson {
    long bytes = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        throw new InvalidJson("not Unicode (half a surrogate pair at character " + (i + 1) + ")");
      }
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }
    return bytes;
  }
}
