package dev.taskd.application.result;

import dev.taskd.application.json.InvalidJson;
import dev.taskd.application.json.JsonLimits;
import dev.taskd.application.json.JsonText;
import dev.taskd.application.json.JsonText.Kind;
import dev.taskd.domain.result.ResultDocument;
import dev.taskd.domain.result.StepResult;
import dev.taskd.domain.result.StepResult.ProtocolError;
import dev.taskd.domain.result.StepResult.Reason;
import dev.taskd.domain.result.StepResult.StepError;
import dev.taskd.domain.result.StepResult.Succeeded;
import dev.taskd.domain.text.SafeText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Understands result documents by a list of what is allowed: whatever is not on it is a protocol
 * error with a reason, never a success and never nothing. Members that are not on it are ignored.
 * Thread-safe.
 */
public final class ResultDecoder {
  /** A server's name for its failure; longer ones are cut. */
  private static final int LONGEST_CODE = 100;

  private final JsonLimits limits;

  public ResultDecoder(JsonLimits limits) {
    this.limits = limits;
  }

  public StepResult decode(ResultDocument document) {
    if (document.length() > limits.maxBytes()) {
      return new ProtocolError(Reason.TOO_LARGE);
    }
    try {
      JsonText json = JsonText.parse(document.bytes(), limits);
      return json.kind() == Kind.OBJECT
          ? new Members(json.allMembers()).result()
          : new ProtocolError(Reason.NOT_AN_OBJECT);
    } catch (InvalidJson e) {
      return new ProtocolError(Reason.INVALID_JSON, SafeText.of("the answer is " + e.getMessage()));
    } catch (Flawed e) {
      return new ProtocolError(e.reason);
    }
  }

  /** The first thing that is wrong. */
  private static final class Flawed extends Exception {
    private final Reason reason;

    Flawed(Reason reason) {
      super(reason.code(), null, false, false);
      this.reason = reason;
    }
  }

  private record Members(Map<String, List<JsonText>> all) {
    StepResult result() throws Flawed, InvalidJson {
      JsonText status = required("status", Reason.MISSING_STATUS, Reason.DUPLICATE_STATUS);
      return switch (text(status, Reason.STATUS_NOT_A_STRING)) {
        case "done" -> done();
        case "error" -> error();
        default -> throw new Flawed(Reason.UNKNOWN_STATUS);
      };
    }

    private StepResult done() throws Flawed {
      return new Succeeded(
          required("content", Reason.MISSING_CONTENT, Reason.DUPLICATE_CONTENT).text());
    }

    private StepResult error() throws Flawed, InvalidJson {
      JsonText message = required("message", Reason.MISSING_MESSAGE, Reason.DUPLICATE_MESSAGE);
      JsonText code = optional("code", Reason.DUPLICATE_CODE);
      JsonText retryable = optional("retryable", Reason.DUPLICATE_RETRYABLE);
      return new StepError(
          SafeText.of(text(message, Reason.MESSAGE_NOT_A_STRING)),
          code == null ? null : SafeText.of(text(code, Reason.CODE_NOT_A_STRING), LONGEST_CODE),
          retryable == null ? null : flag(retryable));
    }

    private JsonText required(String name, Reason missing, Reason duplicate) throws Flawed {
      JsonText value = optional(name, duplicate);
      if (value == null) {
        throw new Flawed(missing);
      }
      return value;
    }

    private @Nullable JsonText optional(String name, Reason duplicate) throws Flawed {
      List<JsonText> values = all.getOrDefault(name, List.of());
      if (values.size() > 1) {
        throw new Flawed(duplicate);
      }
      return values.isEmpty() ? null : values.getFirst();
    }

    private static String text(JsonText value, Reason otherwise) throws Flawed, InvalidJson {
      if (value.kind() != Kind.STRING) {
        throw new Flawed(otherwise);
      }
      return value.string();
    }

    private static boolean flag(JsonText value) throws Flawed {
      if (value.kind() != Kind.BOOLEAN) {
        throw new Flawed(Reason.RETRYABLE_NOT_A_BOOLEAN);
      }
      return value.text().equals("true");
    }
  }
}
